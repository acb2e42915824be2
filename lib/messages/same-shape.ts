/** The keys of Spanish with texts of another language: what is missing or too much is a type error. */
export type SameShape<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : SameShape<Texts[Key]>
}
