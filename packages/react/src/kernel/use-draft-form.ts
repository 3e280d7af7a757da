import { type Issue, isKinoraError } from '@kinora/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { AutosavedDraft } from './autosave.ts'
import { type Conflict, changedFields, changedPaths, fieldOf, findConflicts, rebase } from './draft-values.ts'
import { type FormFields, frozenAsStored, isFrozen } from './form-fields.ts'
import { type FormTexts, useFormTexts } from './form-texts.ts'

/** What the server holds; a version where the noun has one. */
export interface Stored<D> {
  values: D
  version?: number | undefined
}

export interface DraftForm<D extends FieldValues> {
  form: UseFormReturn<D>
  isDirty: boolean
  /** What has been changed and not been saved, as a partial update sends it. */
  changes(): Partial<D>
  /** The base of the form: the last state that the server is known to have. */
  known(): Stored<D>
  /** Checks every field; true where nothing is wrong. */
  check(): Promise<boolean>
  /** Puts values into fields as if they had been typed. */
  fill(values: Partial<D>): void
  /** Takes news from the server: fields that nobody has touched follow, those that both changed become conflicts, which come back. Without a new version nobody wrote: what the platform did gives way. */
  follow(fresh: Stored<D>, who?: Pick<Conflict, 'by' | 'at'>): readonly Conflict[]
  /** Takes the answer to an own write: what has been typed since `sent` stays, the rest follows. */
  settle(fresh: Stored<D>, sent: D): void
  /** Puts what the server refused beside its fields; what belongs to none comes back. */
  refuse(error: unknown): Issue[]
  /** Fields that were changed here and by somebody else; the form holds one's own until one is chosen. */
  conflicts: readonly Conflict[]
  resolve(path: string, choice: 'mine' | 'theirs'): void
  /** Puts back what was typed on an earlier state, and follows what the server holds now; whether anything differs from that. */
  restore(kept: AutosavedDraft<D>): boolean
}

/** The values of a form over the rules that CLI and server share (PKG-06), and what happens to them when the server has news. What `fields` freezes holds what is stored, whatever was typed before. */
export function useDraftForm<D extends FieldValues>(
  start: Stored<D>,
  check: (values: D) => readonly Issue[],
  fields?: FormFields,
): DraftForm<D> {
  const texts = useFormTexts()
  const base = useRef(start)
  const refused = useRef<Refused>(new Map())
  const form = useForm<D>({
    defaultValues: start.values as DefaultValues<D>,
    resolver: useResolver(texts, check, refused),
    mode: 'onChange',
  })
  const frozen = useRef(fields)
  frozen.current = fields
  const isFree = useCallback<IsFree>(path => !isFrozen(frozen.current, path), [])
  const { dirty, look } = useDirty(form, base, isFree)
  useFrozen(form, { base, look, isFree }, fields)
  const fill = useCallback(
    (values: Partial<D>) => {
      const next = { ...form.getValues(), ...values }
      for (const path of changedPaths(form.getValues(), next)) put(form, path, next)
      look()
    },
    [form, look],
  )
  const refuse = useRefusal(form, { base, refused, texts })
  return {
    form,
    isDirty: dirty,
    ...useRebase(form, { base, look, isFree }),
    changes: useCallback(() => {
      const { values } = base.current
      return changedFields(values, frozenAsStored(form.getValues(), values, frozen.current))
    }, [form]),
    known: useCallback(() => base.current, []),
    check: useCallback(() => form.trigger(), [form]),
    fill,
    refuse,
  }
}

/** Whether a path can be changed here. */
type IsFree = (path: string) => boolean

interface Based<D> {
  base: { current: Stored<D> }
  look: () => void
  isFree: IsFree
}

/** Puts back what is stored in fields that are frozen now. */
function useFrozen<D extends FieldValues>(
  form: UseFormReturn<D>,
  { base, look, isFree }: Based<D>,
  fields: FormFields | undefined,
): void {
  // A host may give another object with each render.
  const frozen = Object.entries(fields ?? {}).flatMap(([name, mode]) => mode && name)
  const names = frozen.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what is frozen
  useEffect(() => {
    const changed = changedPaths(base.current.values, form.getValues()).filter(path => !isFree(path))
    for (const path of changed) put(form, path, base.current.values)
    if (changed.length > 0) look()
  }, [form, base, look, isFree, names])
}

/** Brings news from the server into the form, and what was typed onto them. */
function useRebase<D extends FieldValues>(
  form: UseFormReturn<D>,
  { base, look, isFree }: Based<D>,
): Pick<DraftForm<D>, 'conflicts' | 'follow' | 'settle' | 'resolve' | 'restore'> {
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const take = useCallback(
    (fresh: Stored<D>, known: D) => {
      const now = form.getValues()
      const next = rebase(now, known, fresh.values)
      base.current = { values: fresh.values, version: fresh.version ?? base.current.version }
      for (const path of changedPaths(now, next)) put(form, path, next)
      look()
    },
    [form, base, look],
  )
  const follow = useCallback(
    (fresh: Stored<D>, who?: Pick<Conflict, 'by' | 'at'>) => {
      const known = base.current.values
      const isOwnVersion = fresh.version !== undefined && fresh.version === base.current.version
      const found = isOwnVersion
        ? []
        : findConflicts(form.getValues(), known, fresh.values).map(conflict => ({ ...conflict, ...who }))
      const paths = new Set(found.map(conflict => conflict.path))
      if (found.length > 0)
        setConflicts(before => [...before.filter(({ path }) => !paths.has(path)), ...found])
      take(fresh, known)
      return found
    },
    [form, base, take],
  )
  const resolve = useCallback(
    (path: string, choice: 'mine' | 'theirs') => {
      if (choice === 'theirs') put(form, path, base.current.values)
      setConflicts(before => before.filter(conflict => conflict.path !== path))
      look()
    },
    [form, base, look],
  )
  const restore = useCallback(
    (kept: AutosavedDraft<D>) => {
      const fresh = base.current
      base.current = kept.base
      for (const path of changedPaths(form.getValues(), kept.values).filter(isFree))
        put(form, path, kept.values)
      follow(fresh)
      look()
      return changedPaths(fresh.values, form.getValues()).length > 0
    },
    [form, base, follow, look, isFree],
  )
  return { conflicts, follow, settle: take, resolve, restore }
}

interface RefusalOptions<D> {
  base: { current: Stored<D> }
  refused: { current: Refused }
  texts: FormTexts
}

/** Puts the issues of a refusal beside their fields; what belongs to none comes back. */
function useRefusal<D extends FieldValues>(
  form: UseFormReturn<D>,
  { base, refused, texts }: RefusalOptions<D>,
): DraftForm<D>['refuse'] {
  return useCallback(
    (error: unknown): Issue[] => {
      const issues = isKinoraError(error) ? error.issues : []
      return issues.filter(issue => {
        const field = fieldOf(base.current.values, issue.path) as Path<D> | undefined
        if (field !== undefined) {
          refused.current.set(field, { value: form.getValues(field), issue })
          form.setError(field, { type: issue.code, message: texts.issue(issue) })
        }
        return field === undefined
      })
    },
    [form, base, refused, texts],
  )
}

function put<D extends FieldValues>(form: UseFormReturn<D>, path: string, from: D): void {
  const value = path.split('.').reduce<unknown>((part, key) => (part as FieldValues | undefined)?.[key], from)
  form.setValue(path as Path<D>, structuredClone(value) as PathValue<D, Path<D>>)
}

/** Why what was given for a field was refused, with the value that the field has kept. */
type Refused = Map<string, { value: unknown; issue: Issue }>

const isRequired = ({ code }: Issue): boolean =>
  code === 'validation.required' || code.startsWith('required.')

/** Checks by the rules. That something is missing never replaces why what was given for it was refused. */
function useResolver<D extends FieldValues>(
  texts: FormTexts,
  check: (values: D) => readonly Issue[],
  refused: { current: Refused },
): Resolver<D> {
  const latest = useRef({ texts, check })
  latest.current = { texts, check }
  return useCallback<Resolver<D>>(
    async values => {
      const errors: FieldErrors<D> = {}
      const seen = new Set<string>()
      for (const [path, { value }] of refused.current)
        if (get(values, path) !== value) refused.current.delete(path)
      for (const found of latest.current.check(values)) {
        const path = fieldOf(values, found.path) ?? found.path
        const issue = isRequired(found) ? (refused.current.get(path)?.issue ?? found) : found
        if (!seen.has(path))
          set(errors, path, { type: issue.code, message: latest.current.texts.issue(issue) })
        seen.add(path)
      }
      return seen.size === 0 ? { values, errors: {} } : { values: {}, errors }
    },
    [refused],
  )
}

/** Whether anything differs from what is stored (is dirty); notifies only when that changes. */
function useDirty<D extends FieldValues>(
  form: UseFormReturn<D>,
  base: { current: Stored<D> },
  isFree: IsFree,
) {
  const [dirty, setDirty] = useState(false)
  const look = useCallback(
    () => setDirty(changedPaths(base.current.values, form.getValues()).some(isFree)),
    [form, base, isFree],
  )
  useEffect(() => form.subscribe({ formState: { values: true }, callback: look }), [form, look])
  useEffect(() => {
    for (const [field, value] of Object.entries(base.current.values))
      if (typeof value !== 'object' || value === null || Array.isArray(value)) form.register(field as Path<D>)
  }, [form, base])
  return { dirty, look }
}
