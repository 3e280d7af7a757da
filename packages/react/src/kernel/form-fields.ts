import type { FieldValues, Path, PathValue, SetValueConfig, UseFormSetValue } from 'react-hook-form'

/** How a host wants a field of a form: not at all, or to be seen alone. */
export type FieldMode = 'hidden' | 'readOnly'

/** By the name of a field. What is hidden is not drawn, not checked before it is saved, and never sent. */
export type FormFields<F extends string = string> = { readonly [P in F]?: FieldMode | undefined }

/** Of the field that a path names; each language of a text is as the text. */
export const modeOf = (fields: FormFields | undefined, path: string): FieldMode | undefined =>
  fields?.[path.split('.', 1)[0]!]

export const isHidden = (fields: FormFields | undefined, path: string): boolean =>
  modeOf(fields, path) === 'hidden'

/** Whether a host hides any. */
export const isPartial = (fields: FormFields | undefined): boolean =>
  Object.values(fields ?? {}).includes('hidden')

/** What tells a field elsewhere on its form, as the name of the page or a badge does; undefined where the host hides the field. */
export const unlessHidden = <T>(fields: FormFields | undefined, path: string, told: T): T | undefined =>
  isHidden(fields, path) ? undefined : told

/** Whether nobody can change the field here. */
export const isFrozen = (fields: FormFields | undefined, path: string): boolean =>
  modeOf(fields, path) !== undefined

/** Sets a field that follows from another, where it can be changed here. */
export function setFollower<D extends FieldValues, P extends Path<D>>(
  draft: { form: { setValue: UseFormSetValue<D> }; fields?: FormFields | undefined },
  name: P,
  value: PathValue<D, P>,
  options?: SetValueConfig,
): void {
  if (!isFrozen(draft.fields, name)) draft.form.setValue(name, value, options)
}

/** With what a frozen field depends on read-only too, where both hold a value: another would make it wrong. `followers` names the one that depends on a field. */
export function freezeWith(
  fields: FormFields | undefined,
  values: object,
  followers: Readonly<Record<string, string>>,
): FormFields {
  const holds = (name: string) => (values as Record<string, unknown>)[name] != null
  const bound = Object.entries(followers).filter(
    ([field, follower]) =>
      !isFrozen(fields, field) && isFrozen(fields, follower) && holds(field) && holds(follower),
  )
  return { ...fields, ...Object.fromEntries(bound.map(([field]) => [field, 'readOnly' as const])) }
}

/** What is sent: nothing that is hidden, but for what the host itself gives. */
export const withoutHidden = <V extends object>(
  values: V,
  fields: FormFields | undefined,
  given: object = {},
): Partial<V> =>
  Object.fromEntries(
    Object.entries(values).filter(([field]) => field in given || !isHidden(fields, field)),
  ) as Partial<V>

/** What is set where nothing stored is seen: nothing that can't be changed here. */
export const withoutFrozen = <V extends object>(values: V, fields: FormFields | undefined): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !isFrozen(fields, field))) as Partial<V>

/** The whole of a draft, with what nobody can change here as it is stored. */
export const frozenAsStored = <V extends object>(values: V, stored: V, fields: FormFields | undefined): V =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      isFrozen(fields, field) ? stored[field as keyof V] : value,
    ]),
  ) as V

/** What nobody can mend here doesn't hold up saving: the server says what it wants. */
export const shownIssues = <I extends { path: string }>(
  issues: readonly I[],
  fields: FormFields | undefined,
): I[] => issues.filter(({ path }) => !isHidden(fields, path))
