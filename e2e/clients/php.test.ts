import { php } from './programs'
import { describeClient } from './scenes'

describeClient('PHP', php)
