import { randomInt } from 'node:crypto'

/** One number that makes a whole run: FUZZ_SEED repeats one that failed. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))

/** Says how to do it again: printed when a run starts and when it fails. */
export const howToRepeat = `FUZZ_SEED=${fuzzSeed} npx vitest run e2e/fuzz/requests.test.ts`
