import { describe, expect, it } from 'vitest'
import { standbyMetrics } from './standby-metrics'

describe('the metrics of a standby', () => {
  it('say how many questions each server answered, and why the primary did', () => {
    const counts = { standby: 7, primary: { behind: 2, unheard: 1 } }
    const samples = standbyMetrics({ counts, state: 'behind' })
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(samples).toEqual([
      'aliado_list_reads_total{from="standby",reason=""} 7',
      'aliado_list_reads_total{from="primary",reason="behind"} 2',
      'aliado_list_reads_total{from="primary",reason="unheard"} 1',
      'aliado_standby_reading 0',
    ])
    expect(standbyMetrics({ counts, state: 'reading' })).toContain('\naliado_standby_reading 1\n')
  })

  it('are none where there is no standby', () => {
    expect(standbyMetrics(undefined)).toBe('')
  })
})
