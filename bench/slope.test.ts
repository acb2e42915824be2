import { describe, expect, it } from 'vitest'
import { secondHalf, slopeOf, trendOf } from './slope'

const everyMinute = (values: readonly number[]) => values.map((value, minute) => ({ hours: minute / 60, value }))

describe('a slope', () => {
  it('is exact for a line, in units per hour', () => {
    const { perHour, error } = slopeOf(everyMinute([100, 101, 102, 103]))
    expect(perHour).toBeCloseTo(60, 9)
    expect(error).toBeCloseTo(0, 9)
  })

  it('is that of the line with the least squares, with its standard error', () => {
    // By hand: hours 0, 1, 2, 3; values 1, 3, 2, 6: slope 7/5, rest 4.2, error sqrt(4.2 / 2 / 5).
    const { perHour, error } = slopeOf([1, 3, 2, 6].map((value, hours) => ({ hours, value })))
    expect(perHour).toBeCloseTo(1.4, 9)
    expect(error).toBeCloseTo(Math.sqrt(0.42), 9)
  })

  it('is not known of one sample, nor its error of two', () => {
    expect(slopeOf(everyMinute([100])).perHour).toBeNaN()
    expect(slopeOf(everyMinute([100, 101])).error).toBeNaN()
  })
})

it('the second half has the middle one too', () => {
  expect(secondHalf([1, 2, 3, 4])).toEqual([3, 4])
  expect(secondHalf([1, 2, 3])).toEqual([2, 3])
})

describe('a trend', () => {
  it('is flat where nothing grows, or by too little to matter', () => {
    expect(trendOf(slopeOf(everyMinute(Array(15).fill(120))))).toBe('flat')
    expect(trendOf({ perHour: 7.9, error: 0 })).toBe('flat')
    expect(trendOf({ perHour: -300, error: 20 })).toBe('flat')
  })

  it('grows where growth stands out of the noise', () => {
    expect(trendOf(slopeOf(everyMinute([100, 101, 102, 103, 104])))).toBe('grows')
    expect(trendOf({ perHour: 30, error: 10 })).toBe('grows')
  })

  it('is too short to say where the noise hides what matters', () => {
    expect(trendOf({ perHour: 20, error: 10 })).toBe('too short to say')
    expect(trendOf({ perHour: 0, error: 10 })).toBe('too short to say')
    expect(trendOf(slopeOf(everyMinute([100, 101])))).toBe('too short to say')
  })
})
