type Named = { readonly id: number; readonly name: string }
type Option = { readonly value: string; readonly label: string }

/** What the forms of people offer to choose from. */
export type Choices = { readonly identificationTypes: readonly Option[]; readonly types: readonly Option[] }

const optionOf = ({ id, name }: Named): Option => ({ value: String(id), label: name })

export const optionsOf = (given: { identificationTypes: readonly Named[]; types: readonly Named[] }): Choices => ({
  identificationTypes: given.identificationTypes.map(optionOf),
  types: given.types.map(optionOf),
})
