import { emptyTitleDraft, type Metadata, metadata, Role, type Title, titles } from '@kinora/core'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useKinora, useUser } from '../../kernel/provider.tsx'
import { readOptions, useRead } from '../../kernel/use-read.ts'
import { useToasts } from '../../ui/overlay/toast-region.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { type PublishProblem, publishProblem } from '../title-publishing.ts'
import { pickFields, toDraft } from './title-draft.ts'
import { useBriefToast } from './use-brief-toast.ts'
import type { TitleSource } from './use-title.ts'
import { type TitleForm, useTitleForm } from './use-title-form.ts'
import { useTitlePublish } from './use-title-publish.ts'

export type EditorWork = 'save' | 'publish'

/** Why the last attempt did not go through; `count` moves the focus to the summary each time. */
export interface Attempt {
  count: number
  kind: EditorWork
  /** What went wrong beyond the fields. */
  words: string | undefined
  /** What, other than fields, keeps the title from being published. */
  problem: PublishProblem | undefined
}

export interface TitleEditorModel extends TitleForm {
  /** The title as stored; undefined while it is new. */
  title: Title | undefined
  metadata: Metadata | undefined
  isAdmin: boolean
  working: EditorWork | undefined
  attempt: Attempt | undefined
  fieldId(field: string): string
  /** Saves what was changed; the stored title, or undefined where something stood in the way (TITLE-19). */
  save(): Promise<Title | undefined>
  /** Saves, then publishes (TITLE-19, TITLE-20). */
  publish(): Promise<void>
  source: TitleSource
  /** Called once with the tag of a title that was just created, before anybody else hears of it. */
  onceCreated: { current: ((tag: string) => void) | undefined }
}

export interface TitleEditorOptions {
  title: Title | undefined
  source: TitleSource
  onCreated(tag: string): void
  onDirtyChange?: (dirty: boolean) => void
}

/** The title editor without looks: draft, rules, saving and publishing. */
export function useTitleEditor({
  title,
  source,
  onCreated,
  onDirtyChange,
}: TitleEditorOptions): TitleEditorModel {
  const isAdmin = useUser().role === Role.Admin
  const form = useTitleForm(title === undefined ? emptyTitleDraft : toDraft(title), isAdmin)
  const [working, setWorking] = useState<EditorWork>()
  const [attempt, setAttempt] = useState<Attempt>()
  const onceCreated = useRef<(tag: string) => void>(undefined)
  const id = useId()
  const choices = useRead(metadata.view, {})
  const { follow, dirty } = form
  useEffect(() => {
    if (title !== undefined) follow(toDraft(title))
  }, [title, follow])
  useEffect(() => onDirtyChange?.(dirty), [dirty, onDirtyChange])

  const fail = useCallback((kind: EditorWork, words?: string, problem?: PublishProblem) => {
    setAttempt(before => ({ count: (before?.count ?? 0) + 1, kind, words, problem }))
  }, [])
  const store = useStore({ title, source, form, fail })

  const save = useCallback(async () => {
    if (working !== undefined) return undefined
    if (!(await form.check(false))) {
      fail('save')
      return undefined
    }
    setWorking('save')
    const stored = await store()
    setWorking(undefined)
    if (stored !== undefined) setAttempt(undefined)
    if (stored !== undefined && title === undefined) {
      onceCreated.current?.(stored.tag)
      onceCreated.current = undefined
      onCreated(stored.tag)
    }
    return stored
  }, [working, form, store, fail, title, onCreated])

  const send = useTitlePublish({ form, source, fail })
  const publish = useCallback(async () => {
    if (working !== undefined) return
    const ready = await form.check(true)
    const problem = publishProblem(title)
    if (!ready || problem !== undefined) return fail('publish', undefined, problem)
    setWorking('publish')
    const stored = form.changed().length === 0 ? title : await store('publish')
    if (stored !== undefined && (await send(stored))) setAttempt(undefined)
    setWorking(undefined)
  }, [working, form, title, store, send, fail])

  return {
    ...form,
    ...{ title, source, isAdmin, working, attempt, save, publish, onceCreated },
    metadata: choices.data,
    fieldId: field => `${id}-${field}`,
  }
}

type Fail = (kind: EditorWork, words?: string) => void

/** Creates the title or sends what was changed of it; failures become words beside the fields (TITLE-21). */
function useStore({
  title,
  source,
  form,
  fail,
}: {
  title: Title | undefined
  source: TitleSource
  form: TitleForm
  fail: Fail
}) {
  const kinora = useKinora()
  const texts = useTitleEditorTexts()
  const toasts = useToasts()
  const flash = useBriefToast()
  return async (kind: EditorWork = 'save'): Promise<Title | undefined> => {
    const sent = form.form.getValues()
    try {
      const stored =
        title === undefined
          ? await create(kinora, sent)
          : await kinora.session.send(titles.update, { tag: title.tag, ...pickFields(sent, form.changed()) })
      form.follow(toDraft(stored), sent)
      await source.put(stored)
      if (kind === 'save')
        toasts.show({
          text: texts.text(title === undefined ? 'success.itemSaved' : 'success.saved'),
          tone: 'positive',
        })
      return stored
    } catch (error) {
      const others = form.refuse(error)
      flash(texts.text('title.checkData'))
      fail(kind, others.length > 0 || !hasIssues(error) ? texts.error(error) : undefined)
      return undefined
    }
  }
}

const hasIssues = (error: unknown): boolean =>
  ((error as { issues?: readonly unknown[] }).issues?.length ?? 0) > 0

/** TITLE-37. The answer is only the tag, so the title is read once; its page then opens without a wait. */
async function create(
  kinora: ReturnType<typeof useKinora>,
  draft: Parameters<ReturnType<typeof useKinora>['api']['titles']['create']>[0],
): Promise<Title> {
  const { tag } = await kinora.session.send(titles.create, draft)
  const state = kinora.session.getSnapshot()
  const tenantId = state.kind === 'loggedIn' ? state.tenant?.tenantId : undefined
  const page = await kinora.queries.fetchQuery(
    readOptions(kinora, titles.find, { titleTags: [tag] }, tenantId),
  )
  void kinora.queries.invalidateQueries({ queryKey: ['titles', titles.search.id] })
  return page.data[0]!
}
