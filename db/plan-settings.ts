/**
 * The plan of a till's statement is made once, for all values, and reads by index every table that it touches, row by row, however
 * recent the statistics are: it must not hash or keep a table that is small today and large when the plan is used. Statements that
 * are not prepared are planned each time, and a pooler in between refuses settings (ADR-0006).
 */
export const planSettings = {
  ...{ plan_cache_mode: 'force_generic_plan', jit: 'off' },
  ...{ enable_seqscan: 'off', enable_bitmapscan: 'off' },
  ...{ enable_hashjoin: 'off', enable_mergejoin: 'off', enable_material: 'off' },
}
