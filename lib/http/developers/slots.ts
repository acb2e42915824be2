/** What a snippet leaves open, each written `{{name}}` in it. */
export const slotNames = [
  'identificationTypeId',
  'identification',
  'merchantDiscountId',
  'itemsDiscountId',
  'branchId',
  'reference',
  'itemsReference',
  'authorizationCode',
  'consumptionDate',
  'sku1',
  'sku2',
  'clientId',
] as const
export type SlotName = (typeof slotNames)[number]
export type SlotValues = Readonly<Partial<Record<SlotName, string>>>

/** What stands in no language for anything but itself: a reader's own value must not change the program around it. */
const harmless = /^[A-Za-z0-9 ._:+/-]{1,64}$/

/** Whether a reader's own value can stand in a snippet. */
export const isHarmless = (value: string | undefined): value is string => value !== undefined && harmless.test(value)

/** The parts of a snippet in order: text, and the names of its slots. */
export const partsOfSnippet = (template: string): readonly { readonly text: string; readonly slot?: SlotName }[] =>
  template
    .split(/\{\{(\w+)\}\}/)
    .map((part, place) => (place % 2 === 0 ? { text: part } : { text: '', slot: part as SlotName }))

/** The snippet with these values, and with the examples' own where there is none or one that a program would read otherwise. */
export const fillSlots = (template: string, samples: SlotValues, own: SlotValues = {}): string =>
  template.replace(/\{\{(\w+)\}\}/g, (slot, name: SlotName) => {
    const value = own[name]
    return (isHarmless(value) ? value : samples[name]) ?? slot
  })
