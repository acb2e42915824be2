import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountCentsMax,
  centsOfNumeric,
  divideHalfUp,
  jsonOfCents,
  jsonOfNumeric,
  numericOfCents,
  numericOfScaled,
  scaled,
  scaledNumber,
} from './money'

const numRuns = 2_000
const scales = fc.integer({ min: 1, max: 6 })
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })

/** The oracle of this file: a decimal text times ten to the scale, by moving its point, one digit at a time, as on paper. */
function shifted(whole: string, fraction: string, scale: number): bigint | undefined {
  let left = whole
  let right = fraction
  for (let place = 0; place < scale; place++) {
    left += right[0] ?? '0'
    right = right.slice(1)
  }
  return [...right].every((digit) => digit === '0') ? BigInt(left) : undefined
}

/** The shortest decimal text of a double as digits left and right of the point, from its exponential form. */
function pointed(value: number): { whole: string; fraction: string } {
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential().split('e')
  const [first = '', rest = ''] = mantissa.split('.')
  const places = Number(exponent)
  return places < 0
    ? { whole: '0', fraction: '0'.repeat(-places - 1) + first + rest }
    : { whole: first + rest.slice(0, places).padEnd(places, '0'), fraction: rest.slice(places) }
}

/** Every amount of D14, the edges often: near 0, near each power of two, near the greatest. */
const edges = [0n, amountCentsMax, ...Array.from({ length: 37 }, (_, power) => 2n ** BigInt(power))]
const cents = fc.oneof(
  fc.bigInt({ min: 0n, max: amountCentsMax }),
  fc
    .tuple(fc.constantFrom(...edges), fc.bigInt({ min: -100n, max: 100n }))
    .map(([edge, offset]) => edge + offset)
    .filter((amount) => amount >= 0n && amount <= amountCentsMax),
)

describe('reading a decimal', () => {
  it('is exact for every text, and refuses every text with more decimals than the scale (D13)', () => {
    fc.assert(
      fc.property(digits(1, 25), digits(0, 9), fc.boolean(), scales, (whole, fraction, negative, scale) => {
        const text = `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
        const magnitude = shifted(whole, fraction, scale)
        expect(scaled(text, scale)).toBe(negative && magnitude !== undefined ? -magnitude : magnitude)
      }),
      { numRuns },
    )
  })

  it('does not count trailing zeros: 1.10 and 1.100 are the same number (D13)', () => {
    fc.assert(
      fc.property(digits(1, 12), digits(1, 2), fc.nat(20), (whole, fraction, zeros) => {
        expect(scaled(`${whole}.${fraction}${'0'.repeat(zeros)}`, 2)).toBe(shifted(whole, fraction, 2))
      }),
      { numRuns },
    )
  })

  it.each(['', ' 1', '1 ', '.5', '5.', '+1', '--1', '1,5', '1e3', '0x10', '1_000', '١', 'NaN', 'Infinity', '1\n'])(
    'refuses %j, which is no plain decimal',
    (text) => {
      expect(scaled(text, 2)).toBeUndefined()
    },
  )

  it('takes a double for its shortest decimal text, which is what its sender wrote (D13)', () => {
    const ofAnyBits = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => Math.abs(value) < 1e21)
    const ofAmounts = fc.double({ min: -1e9, max: 1e9, noNaN: true })
    const ofFewDecimals = fc.tuple(fc.integer(), fc.nat(8)).map(([n, places]) => Number(`${n}e-${places}`))
    fc.assert(
      fc.property(fc.oneof(ofAnyBits, ofAmounts, ofFewDecimals), scales, (value, scale) => {
        const { whole, fraction } = pointed(value)
        const magnitude = shifted(whole, fraction, scale)
        expect(scaledNumber(value, scale)).toBe(value < 0 && magnitude !== undefined ? -magnitude : magnitude)
      }),
      { numRuns: 5 * numRuns },
    )
  })

  it('calls a number of any size above the bound too large, not badly written', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e20, noNaN: true, noDefaultInfinity: true }), scales, (value, scale) => {
        expect(scaledNumber(value, scale)).toBeGreaterThan(amountCentsMax)
        expect(scaledNumber(-value, scale)).toBeLessThan(-amountCentsMax)
      }),
      { numRuns },
    )
  })

  it.each([
    [0.1 + 0.2, undefined],
    [1.005, undefined],
    [1e-7, undefined],
    [Number.MIN_VALUE, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [-0, 0n],
    [1.1, 110n],
    [4.35, 435n],
    [8.29, 829n],
    [1.15, 115n],
    [999_999_999.99, amountCentsMax],
    [999_999_999.991, undefined],
    [1_000_000_000, 100_000_000_000n],
    [1e20, 10n ** 22n],
    [1e21, 10n ** 23n],
  ])('reads %d as %s cents', (value, expected) => {
    expect(scaledNumber(value, 2)).toBe(expected)
  })
})

describe('an amount', () => {
  it('survives the journey through a PostgreSQL numeric', () => {
    fc.assert(
      fc.property(cents, fc.boolean(), (amount, negative) => {
        const signed = negative ? -amount : amount
        const text = numericOfCents(signed)
        expect(text).toMatch(/^-?(0|[1-9]\d*)\.\d\d$/)
        expect(centsOfNumeric(text)).toBe(signed)
      }),
      { numRuns },
    )
  })

  it('is of a numeric the same number as of its cents, and no other text is taken for one', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(jsonOfNumeric(numericOfCents(amount))).toBe(jsonOfCents(amount))
      }),
      { numRuns },
    )
    for (const text of ['', '1', '1.5', '1.505', '1e2', ' 1.50', '1.50 ', 'NaN', '0x1.00'])
      expect(() => jsonOfNumeric(text), text).toThrow()
  })

  it('survives the journey through a numeric of any scale', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 28n), max: 10n ** 28n }), scales, (value, scale) => {
        expect(scaled(numericOfScaled(value, scale), scale)).toBe(value)
      }),
      { numRuns },
    )
  })

  const journey = (amount: bigint) => {
    const json = JSON.stringify(jsonOfCents(amount))
    const written = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
    return {
      json,
      answered: scaledNumber(JSON.parse(json) as number, 2),
      sent: scaledNumber(JSON.parse(written) as number, 2),
    }
  }

  it('survives the journey through JSON, both ways, with at most two decimals (D16)', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const { json, answered, sent } = journey(amount)
        expect(json).toMatch(/^(0|[1-9]\d*)(\.\d{1,2})?$/)
        expect({ answered, sent }).toEqual({ answered: amount, sent: amount })
      }),
      { numRuns },
    )
  })

  it('survives it at every cent near 0, near each power of two and near 999,999,999.99 (D14, D16)', () => {
    const lost: bigint[] = []
    for (const edge of edges) {
      for (let amount = edge - 2_000n; amount <= edge + 2_000n; amount++) {
        if (amount < 0n || amount > amountCentsMax) continue
        const { json, answered, sent } = journey(amount)
        if (answered !== amount || sent !== amount || !/^\d+(\.\d{1,2})?$/.test(json)) lost.push(amount)
      }
    }
    expect(lost).toEqual([])
  })

  it('is never read from a numeric with more decimals: that is a bug of ours', () => {
    expect(() => centsOfNumeric('1.005')).toThrow(/Impossible/)
    expect(() => centsOfNumeric('')).toThrow(/Impossible/)
  })
})

describe('dividing', () => {
  it('gives the integer within half a unit, the upper one at exactly half (D15)', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 24n })
    const denominators = fc.oneof(fc.bigInt({ min: 1n, max: 50n }), fc.bigInt({ min: 1n, max: 10n ** 12n }))
    fc.assert(
      fc.property(whole, denominators, (numerator, denominator) => {
        // q - 1/2 <= n/d < q + 1/2, in whole numbers.
        const quotient = divideHalfUp(numerator, denominator)
        expect(2n * numerator).toBeGreaterThanOrEqual((2n * quotient - 1n) * denominator)
        expect(2n * numerator).toBeLessThan((2n * quotient + 1n) * denominator)
      }),
      { numRuns },
    )
  })

  it('rounds every exact half up', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.bigInt({ min: 1n, max: 10n ** 9n }), (whole, half) => {
        expect(divideHalfUp((2n * whole + 1n) * half, 2n * half)).toBe(whole + 1n)
      }),
      { numRuns },
    )
  })

  it.each([
    [-1n, 2n],
    [1n, 0n],
    [1n, -2n],
  ])('refuses %s / %s: amounts are not negative', (numerator, denominator) => {
    expect(() => divideHalfUp(numerator, denominator)).toThrow(/Impossible/)
  })
})
