/** How a host wants a field of a form: not at all, or to be seen alone. */
export type FieldMode = 'hidden' | 'readOnly'

/** By the name of a field. What is hidden is not drawn, not checked before it is saved, and never sent. */
export type FormFields<F extends string = string> = { readonly [P in F]?: FieldMode | undefined }

/** Of the field that a path names; each language of a text is as the text. */
export const modeOf = (fields: FormFields | undefined, path: string): FieldMode | undefined =>
  fields?.[path.split('.', 1)[0]!]

export const isHidden = (fields: FormFields | undefined, path: string): boolean =>
  modeOf(fields, path) === 'hidden'

/** What is sent: nothing that is hidden, but for what the host itself gives. */
export const withoutHidden = <V extends object>(
  values: V,
  fields: FormFields | undefined,
  given: object = {},
): Partial<V> =>
  Object.fromEntries(
    Object.entries(values).filter(([field]) => field in given || !isHidden(fields, field)),
  ) as Partial<V>

/** What nobody can mend here doesn't hold up saving: the server says what it wants. */
export const shownIssues = <I extends { path: string }>(
  issues: readonly I[],
  fields: FormFields | undefined,
): I[] => issues.filter(({ path }) => !isHidden(fields, path))
