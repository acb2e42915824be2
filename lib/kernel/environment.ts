/** Which of the two deployments this is (D67). */
export type Environment = 'test' | 'production'
