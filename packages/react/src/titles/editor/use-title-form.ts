import { type Issue, isKinoraError, type TitleDraft } from '@kinora/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { type TitleEditorTexts, useTitleEditorTexts } from '../editor-texts.ts'
import { changedFields, checkDraft, type DraftField, draftFields, fieldOf, rebase } from './title-draft.ts'

export interface TitleForm {
  form: UseFormReturn<TitleDraft>
  dirty: boolean
  /** What has been changed and not been saved. */
  changed(): DraftField[]
  /** Checks all fields, by the rules of saving or of publishing; true when nothing stands in the way. */
  check(publishing: boolean): Promise<boolean>
  /** Takes over what the server holds; changes made since `known` (the state of the last news unless given) stay. */
  follow(fresh: TitleDraft, known?: TitleDraft): void
  /** Puts what the server refused beside its fields; what belongs to none comes back. */
  refuse(error: unknown): Issue[]
}

/** The form of a title over the rules that CLI and server share (PKG-06). */
export function useTitleForm(start: TitleDraft, needsProvider: boolean): TitleForm {
  const texts = useTitleEditorTexts()
  const publishing = useRef(false)
  const base = useRef(start)
  const resolver = useResolver(texts, () => ({ needsProvider, publishing: publishing.current }))
  const form = useForm<TitleDraft>({ defaultValues: start, resolver, mode: 'onChange' })
  const { dirty, look } = useDirty(form, base)

  const changed = useCallback(() => changedFields(base.current, form.getValues()), [form])
  const check = useCallback(
    (forPublishing: boolean) => {
      publishing.current = forPublishing
      return form.trigger()
    },
    [form],
  )
  const follow = useCallback(
    (fresh: TitleDraft, known: TitleDraft = base.current) => {
      const now = form.getValues()
      const next = rebase(now, known, fresh)
      base.current = fresh
      for (const field of changedFields(now, next)) form.setValue(field, next[field])
      look()
    },
    [form, look],
  )
  const refuse = useCallback(
    (error: unknown): Issue[] => {
      const issues = isKinoraError(error) ? error.issues : []
      return issues.filter(issue => {
        const field = fieldOf(issue.path)
        if (field !== undefined) form.setError(field, { type: issue.code, message: texts.issue(issue) })
        return field === undefined
      })
    },
    [form, texts],
  )
  return { form, dirty, changed, check, follow, refuse }
}

type Checks = () => Parameters<typeof checkDraft>[1]

function useResolver(texts: TitleEditorTexts, checks: Checks): Resolver<TitleDraft> {
  const latest = useRef({ texts, checks })
  latest.current = { texts, checks }
  return useCallback<Resolver<TitleDraft>>(async values => {
    const found = checkDraft(values, latest.current.checks())
    if (found.length === 0) return { values, errors: {} }
    const errors = found.map(issue => [
      fieldOf(issue.path) ?? issue.path,
      { type: issue.code, message: latest.current.texts.issue(issue) },
    ])
    return { values: {}, errors: Object.fromEntries(errors) }
  }, [])
}

/** Whether anything differs from what is stored; told only when the answer changes. */
function useDirty(form: UseFormReturn<TitleDraft>, base: { current: TitleDraft }) {
  const [dirty, setDirty] = useState(false)
  const look = useCallback(
    () => setDirty(changedFields(base.current, form.getValues()).length > 0),
    [form, base],
  )
  useEffect(() => form.subscribe({ formState: { values: true }, callback: look }), [form, look])
  useEffect(() => {
    for (const field of draftFields) form.register(field)
  }, [form])
  return { dirty, look }
}
