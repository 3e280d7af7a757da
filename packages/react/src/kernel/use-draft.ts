import { type Issue, KinoraError } from '@kinora/core'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'
import { useToasts } from '../ui/overlay/toast.tsx'
import { readAutosave, writeAutosave } from './autosave.ts'
import { changedPaths, fieldOf, patch } from './draft-values.ts'
import { type FormFields, frozenAsStored, isHidden } from './form-fields.ts'
import { useFormTexts } from './form-texts.ts'
import { useTexts } from './message.ts'
import { useKinora } from './provider.tsx'
import { type DraftForm, type Stored, useDraftForm } from './use-draft-form.ts'
import { refusedBy, type WriteResult } from './use-write.ts'

/** Called with whether there are unsaved changes, and how to save them first, where that can be done at once. */
export type DirtyListener = (dirty: boolean, save?: () => Promise<WriteResult<unknown>>) => void

export interface DraftOptions<D extends FieldValues, O> {
  /** What the server holds, or what a new one starts with. Fields that nobody has touched follow it. */
  stored: Stored<D>
  check(values: D): readonly Issue[]
  /** Sends the draft: all of it for a new one, `changes` with the version for one that is stored. */
  save(values: D, known: { changes: Partial<D>; version: number | undefined }): Promise<WriteResult<O>>
  /** Reads what the server holds now; a save that names an older version is brought up to date by it and sent again. */
  refresh?(): Promise<Stored<D> | undefined>
  /** What is stored by the answer; what was sent unless given. */
  toStored?(output: O, sent: D): Stored<D>
  /** Called once the draft is saved and nothing is dirty any more. */
  onSaved?(output: O): void
  onDirtyChange?: DirtyListener | undefined
  /** What is frozen is sent as it is stored, and never among the changes; `check` decides what that means for the rules. */
  fields?: FormFields | undefined
  /** Names the form: what isn't saved is kept in the tab under it, but for secrets and files. */
  keep?: string | undefined
  /** Of a dialog, over which nobody asks before a way back: what is left stays in the tab until `forget` is called. */
  staysWhenLeft?: boolean
}

/** Something that blocks saving; with the field that mends it, where it is one. */
export interface Problem {
  path?: string
  text: string
}

export interface Draft<D extends FieldValues, O = unknown> extends DraftForm<D> {
  /** Which fields are hidden or read-only. */
  fields?: FormFields | undefined
  isSaving: boolean
  /** When it was last saved from here. */
  savedAt: Date | undefined
  /** Goes up with every attempt that failed, so that the summary takes the focus each time; 0 once all is well. */
  attempt: number
  /** What blocked the last attempt beyond the fields. */
  message: string | undefined
  /** That and the errors of the fields. */
  problems: readonly Problem[]
  /** Lets a save wait for something that is on its way into the draft; where that answers false, nothing is saved. */
  hold(work: Promise<boolean>): Promise<boolean>
  /** Saves what was changed; `invalid` where a rule keeps it from being sent, `outdated` where somebody else has changed the same. */
  save(): Promise<WriteResult<O>>
  /** Lets an attempt fail: the summary takes the focus. */
  fail(message?: string): void
  /** Forgets the last failure. */
  clear(): void
  /** What is kept of it in the tab is kept no longer: it was closed. */
  forget(): void
  /** The id of a field's control; summaries link to it. */
  fieldId(path: string): string
}

/** The one way to edit something: values, rules, what the server refuses, newer versions, saving, leaving. */
export function useDraft<D extends FieldValues, O = unknown>(options: DraftOptions<D, O>): Draft<D, O> {
  const { fields } = options
  const draft = useDraftForm(options.stored, options.check, fields)
  const [saving, setSaving] = useState(false)
  const [savedAt, setSavedAt] = useState<Date>()
  const failure = useFailure()
  const { unsaved } = useKinora()
  const { text } = useFormTexts()
  const latest = useRef({ options, draft, failure, text })
  latest.current = { options, draft, failure, text }
  const busy = useRef(false)
  const pending = useRef(new Set<Promise<boolean>>())
  useFollowing(draft, options.stored, saving)
  const forget = useAutosave(draft, options)

  const save = useCallback(async (): Promise<WriteResult<O>> => {
    const { options, draft, failure } = latest.current
    if (busy.current) return { kind: 'busy' }
    busy.current = true
    try {
      if (pending.current.size > 0) setSaving(true)
      if ((await Promise.all(pending.current)).includes(false)) {
        failure.fail(latest.current.text('ui.form.imageFirst'))
        return refusedBy([])
      }
      if (draft.conflicts.length > 0) {
        failure.fail()
        return { kind: 'failed', error: new KinoraError('outdated') }
      }
      if (!(await draft.check())) {
        failure.fail()
        return refusedBy(options.check(draft.form.getValues()))
      }
      setSaving(true)
      const outcome = await send(latest.current)
      if (outcome.result.kind === 'done') setSavedAt(new Date())
      return settle(latest.current, outcome)
    } finally {
      busy.current = false
      setSaving(false)
    }
  }, [])

  const { isDirty: dirty } = draft
  // A host may give another function with each render, and what it returns is none of React's.
  const tell = useRef(options.onDirtyChange)
  tell.current = options.onDirtyChange
  useEffect(() => {
    tell.current?.(dirty, save)
  }, [dirty, save])
  useEffect(() => (dirty ? unsaved.hold() : undefined), [dirty, unsaved])
  const { errors } = useFormState({ control: draft.form.control })
  const { count, message, fail, clear } = failure
  const id = useId()
  return {
    ...draft,
    fields,
    isSaving: saving,
    savedAt,
    save,
    fail,
    clear,
    forget,
    message,
    attempt: count,
    problems: [...(message === undefined ? [] : [{ text: message }]), ...toProblems(errors, fields)],
    hold: useCallback((work: Promise<boolean>) => {
      pending.current.add(work)
      return work.finally(() => pending.current.delete(work))
    }, []),
    fieldId: useCallback((path: string) => `${id}-${path}`, [id]),
  }
}

function useFailure() {
  const [{ count, message }, set] = useState<{ count: number; message: string | undefined }>({
    count: 0,
    message: undefined,
  })
  const texts = useTexts()
  const fail = useCallback(
    (words?: string) => set(before => ({ count: before.count + 1, message: words })),
    [],
  )
  const clear = useCallback(() => set({ count: 0, message: undefined }), [])
  return { count, message, fail, clear, textOf: texts.error }
}

/** Follows what the server holds whenever that changes, but not in the middle of a save. */
function useFollowing<D extends FieldValues>(draft: DraftForm<D>, stored: Stored<D>, saving: boolean): void {
  const seen = useRef(stored)
  useEffect(() => {
    if (saving || seen.current === stored) return
    const { version, values } = seen.current
    const isNew = version !== stored.version || changedPaths(values, stored.values).length > 0
    seen.current = stored
    if (isNew && (stored.version ?? Number.POSITIVE_INFINITY) >= (draft.known().version ?? 0))
      draft.follow(stored)
  })
}

interface Current<D extends FieldValues, O> {
  options: DraftOptions<D, O>
  draft: DraftForm<D>
  failure: ReturnType<typeof useFailure>
}

interface Outcome<D extends FieldValues, O> {
  result: WriteResult<O>
  sent: D
  /** Whether somebody else has saved fields that are changed here. */
  conflicting?: boolean
}

/** Sends the draft. Where others have saved since, it takes their changes, and sends once more if none meets one's own. */
async function send<D extends FieldValues, O>({ options, draft }: Current<D, O>): Promise<Outcome<D, O>> {
  const attempt = async () => {
    const values = structuredClone(draft.form.getValues())
    const sent = frozenAsStored(values, draft.known().values, options.fields)
    const known = { changes: draft.changes(), version: draft.known().version }
    return { result: await options.save(sent, known), sent }
  }
  const first = await attempt()
  if (first.result.kind !== 'failed' || first.result.error.code !== 'outdated') return first
  const fresh = await options.refresh?.().catch(() => undefined)
  // Conflicts are shown once they can be chosen and saved, not in the middle of the save.
  const found = [...followChanges(draft, first.result.error)]
  if (fresh !== undefined) found.push(...draft.follow(fresh))
  if (found.length > 0) return { ...first, conflicting: true }
  return fresh === undefined ? first : attempt()
}

/** What came of a save, brought into the form. */
function settle<D extends FieldValues, O>(
  { options, draft, failure }: Current<D, O>,
  { result, sent, conflicting = false }: Outcome<D, O>,
): WriteResult<O> {
  if (result.kind === 'busy') return result
  if (result.kind === 'failed') {
    const unplaced = draft.refuse(result.error)
    const { issues } = result.error
    if (conflicting) failure.fail()
    else failure.fail(issues.length === 0 || unplaced.length > 0 ? failure.textOf(result.error) : undefined)
    return result
  }
  draft.settle(options.toStored?.(result.output, sent) ?? { values: sent }, sent)
  failure.clear()
  options.onDirtyChange?.(false, async () => result)
  options.onSaved?.(result.output)
  return result
}

/** What others have saved since the version that was named comes with the refusal itself; the conflicts it makes. */
function followChanges<D extends FieldValues>(draft: DraftForm<D>, error: KinoraError) {
  return error.changes.flatMap(({ path, after, by, at }) => {
    const { values } = draft.known()
    // Within a field, null stands for a part that is gone, such as a name in one language.
    const value = path.includes('.') ? (after ?? undefined) : after
    if (fieldOf(values, path) === undefined) return []
    return draft.follow({ values: patch(values, [[path, value]]) }, { by, at })
  })
}

/** RHF keeps errors in the shape of the values; a leaf has a message. What is hidden can't be led to. */
function toProblems(errors: object, fields: FormFields | undefined, path = ''): Problem[] {
  return Object.entries(errors).flatMap(([key, entry]: [string, unknown]) => {
    if (typeof entry !== 'object' || entry === null || key === 'ref') return []
    const here = path === '' ? key : `${path}.${key}`
    const { message } = entry as { message?: unknown }
    if (typeof message !== 'string') return toProblems(entry, fields, here)
    return [isHidden(fields, here) ? { text: message } : { path: here, text: message }]
  })
}

/** Debounce in milliseconds between a change and its autosave. */
const AUTOSAVE_DELAY = 300

/**
 * Autosave: keeps in the tab what is typed and not saved, so that it survives a crash, a reload and the end of a session, and
 * puts it back; what the server got meanwhile is followed. Forgotten once it is saved or left behind, or by what it returns.
 * Without a `name` nothing is kept.
 */
function useAutosave<D extends FieldValues>(
  draft: DraftForm<D>,
  { keep: name, staysWhenLeft = false }: Pick<DraftOptions<D, unknown>, 'keep' | 'staysWhenLeft'>,
): () => void {
  const { session, tabStore } = useKinora()
  const toasts = useToasts()
  const { text } = useFormTexts()
  const latest = useRef({ draft, toasts, text })
  latest.current = { draft, toasts, text }
  const write = useRef<() => void>(undefined)
  const forgets = useRef<() => void>(undefined)
  useEffect(() => {
    const state = session.getSnapshot()
    if (name === undefined || state.kind !== 'loggedIn') return
    const { userId } = state.user
    const { draft, toasts, text } = latest.current
    const kept = readAutosave<D>(tabStore, userId, { form: name, like: draft.form.getValues() })
    if (kept !== undefined && draft.restore(kept))
      toasts.show({ text: text('ui.form.restored'), tone: 'info' })

    let waiting: ReturnType<typeof setTimeout> | undefined
    let isForgotten = false
    const drop = () => {
      clearTimeout(waiting)
      isForgotten = true
      writeAutosave(tabStore, userId, { form: name, kept: undefined })
    }
    forgets.current = drop
    const keep = () => {
      clearTimeout(waiting)
      waiting = undefined
      if (isForgotten) return
      const [base, values] = [draft.known(), draft.form.getValues()]
      const isChanged = changedPaths(base.values, values).length > 0
      writeAutosave(tabStore, userId, { form: name, kept: isChanged ? { base, values } : undefined })
    }
    write.current = keep
    const stop = draft.form.subscribe({
      formState: { values: true },
      callback: () => {
        waiting ??= setTimeout(keep, AUTOSAVE_DELAY)
      },
    })
    window.addEventListener('pagehide', keep)
    return () => {
      stop()
      window.removeEventListener('pagehide', keep)
      write.current = undefined
      forgets.current = undefined
      const now = session.getSnapshot()
      if (now.kind === 'loggedOut' ? now.reason === 'expired' : staysWhenLeft) return keep()
      drop()
    }
  }, [name, session, tabStore, staysWhenLeft])
  // A save changes the base of the form, not its values.
  const { isDirty: dirty } = draft
  useEffect(() => {
    if (!dirty) write.current?.()
  }, [dirty])
  return useCallback(() => forgets.current?.(), [])
}
