import { expectAccessible } from './fixtures/page-checks'
import { expect, test } from './fixtures/test'

/** The checks of pages themselves: what they must not let pass. */

test('text that is too faint is told of each element, also where its colours were read before (U-02)', async ({
  page,
}) => {
  const paragraph = (id: string, colour: string) => `<p id=${id} style="color: ${colour}">Read me</p>`
  const faint = 'oklch(0.8 0.02 160)'
  await page.setContent(`<html lang="en"><head><title>Faint</title></head>
    <body style="background: oklch(0.99 0.01 160)"><main><h1>Faint</h1>
    ${paragraph('first', faint)}${paragraph('dark', 'oklch(0.3 0.02 160)')}${paragraph('second', faint)}</main></body></html>`)
  const told = await expectAccessible(page).then(
    () => '',
    (error: Error) => error.message,
  )
  expect([...told.matchAll(/color-contrast: <p id=\W*(\w+)/g)].map(([, id]) => id)).toEqual(['first', 'second'])
})
