/**
 * For a rule about several fields of a form: with it, `superRefine` asks the rule although other fields are at fault, so that all is
 * told at once, unless one of `fields` is.
 */
export const whenSound = (...fields: readonly string[]) => ({
  when: ({ issues }: { readonly issues: readonly { readonly path?: readonly PropertyKey[] | undefined }[] }) =>
    !issues.some(({ path }) => fields.includes(String(path?.[0] ?? ''))),
})
