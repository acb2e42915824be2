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

/**
 * A question of an office is planned for its own values: of a merchant with a million sales and of one with ten the best plans differ. To
 * read a row by index costs hardly more than to read the next one, since tables are on solid disks or in memory: with the default of four
 * times as much, lists of the largest merchants would read whole tables (ADR-0068).
 */
export const officePlanSettings = { plan_cache_mode: 'force_custom_plan', random_page_cost: '1.1', jit: 'off' }
