import {
  emptyTitleDraft,
  isKinoraError,
  KinoraError,
  type Metadata,
  metadata,
  publishChannelOf,
  Role,
  type Title,
  type TitleDraft,
  TitleStatus,
  titles,
  toPublishWords,
  UPDATE_ERROR_DISPLAY,
} from '@kinora/core'
import { useCallback, useRef, useState } from 'react'
import { useActingTenant, useKinora, useUser } from '../../kernel/provider.tsx'
import { type DirtyListener, type Draft, useDraft } from '../../kernel/use-draft.ts'
import type { Stored } from '../../kernel/use-draft-form.ts'
import { readOptions, useRead } from '../../kernel/use-read.ts'
import { useWrite, type WriteResult } from '../../kernel/use-write.ts'
import { useToasts } from '../../ui/overlay/toast.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { checkDraft, type PublishProblem, publishProblem, toDraft } from './title-draft.ts'
import type { TitleSource } from './use-title.ts'

type EditorWork = 'save' | 'publish'

export interface TitleEditorModel extends Draft<TitleDraft> {
  /** The title as stored; undefined while it is new. */
  title: Title | undefined
  metadata: Metadata | undefined
  isAdmin: boolean
  /** ROLE-15: whether the description may be formatted; undefined until the server has said so. */
  canFormat: boolean | undefined
  working: EditorWork | undefined
  /** What the last attempt was for. */
  attempted: EditorWork
  /** What, other than fields, kept the title from being published. */
  problem: PublishProblem | undefined
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
  onDirtyChange?: DirtyListener | undefined
}

interface Latest {
  run<T>(work: EditorWork, act: () => Promise<T>): Promise<T | undefined>
  draft: Draft<TitleDraft>
  send: ReturnType<typeof useTitlePublish>
  title: Title | undefined
}

/** The title editor without looks: draft, rules, saving and publishing. */
export function useTitleEditor(options: TitleEditorOptions): TitleEditorModel {
  const { title, source, onCreated, onDirtyChange } = options
  const { role } = useUser()
  const isAdmin = role === Role.Admin
  const choices = useRead(metadata.view, {})
  const onceCreated = useRef<(tag: string) => void>(undefined)
  const stored = useRef(title)
  const latest = useRef<Latest>(undefined)
  const purpose = useRef<EditorWork>('save')
  const [working, setWorking] = useState<EditorWork>()
  const [problem, setProblem] = useState<PublishProblem>()
  const save = useCallback(
    async () => (await latest.current?.run('save', () => latest.current!.draft.save())) ?? false,
    [],
  )
  const onDirty = useCallback((dirty: boolean) => onDirtyChange?.(dirty, save), [onDirtyChange, save])
  const store = useTitleStore(title, source, () => purpose.current === 'publish')
  const draft = useDraft<TitleDraft, Title>({
    stored: title === undefined ? newTitle : toStored(title),
    check: values =>
      checkDraft(values, {
        needsProvider: isAdmin,
        publishing: purpose.current === 'publish',
        publishChannel: publishChannelOf(choices.data, values, title),
        foreignNames: title?.foreignNames,
      }),
    save: store,
    refresh: () => source.refresh().then(fresh => fresh && toStored(fresh)),
    toStored,
    onSaved(saved) {
      stored.current = saved
      if (title !== undefined) return
      onceCreated.current?.(saved.tag)
      onceCreated.current = undefined
      onCreated(saved.tag)
    },
    onDirtyChange: onDirty,
    keep: `titles ${title?.tag ?? 'new'}`,
  })
  const send = useTitlePublish(source)
  const run = async <T>(work: EditorWork, act: () => Promise<T>): Promise<T | undefined> => {
    if (working !== undefined) return undefined
    purpose.current = work
    setProblem(undefined)
    setWorking(work)
    return act().finally(() => setWorking(undefined))
  }
  latest.current = { run, draft, send, title }

  const publish = useCallback(
    () =>
      latest.current!.run('publish', async () => {
        const { draft, send, title } = latest.current!
        const ready = await draft.check()
        const found = publishProblem(title)
        if (found !== undefined) setProblem(found)
        if (!ready || found !== undefined) return draft.fail()
        stored.current = title
        if (Object.keys(draft.changes()).length > 0 && !(await draft.save())) return
        const failure = await send(stored.current!)
        if (failure === undefined) return draft.clear()
        draft.refuse(failure.error)
        draft.fail(failure.words)
      }),
    [],
  )
  return {
    ...draft,
    title,
    source,
    isAdmin,
    working,
    problem,
    save,
    publish,
    onceCreated,
    attempted: purpose.current,
    metadata: choices.data,
    canFormat: mayFormat(role, choices),
  }
}

/** A user who never may needn't wait for the answer. */
function mayFormat(role: Role, { data, isError }: { data: Metadata | undefined; isError: boolean }) {
  if (role === Role.Admin || role === Role.Provider || isError) return false
  return data?.isRichTextAllowed
}

const newTitle: Stored<TitleDraft> = { values: emptyTitleDraft }

const toStored = (title: Title): Stored<TitleDraft> => ({ values: toDraft(title), version: title.version })

interface Known {
  changes: Partial<TitleDraft>
  version: number | undefined
}

/** Creates a title or sends what was changed of it; `quiet` leaves the word of success to what comes after (TITLE-19, TITLE-21). */
function useTitleStore(title: Title | undefined, source: TitleSource, quiet: () => boolean) {
  const { queries, ...kinora } = useKinora()
  const { text } = useTitleEditorTexts()
  const tenantId = useActingTenant()?.tenantId
  const created = useRef<Title>(undefined)
  const shared = {
    invalidates: [titles.search],
    /** TITLE-21: shown for one and a half seconds; the lasting word stands on the page. An outdated save is brought up to date first. */
    failure: ({ code }: KinoraError) =>
      code === 'outdated' ? undefined : { text: text('title.checkData'), duration: UPDATE_ERROR_DISPLAY },
  }
  const update = useWrite(titles.update, {
    ...shared,
    success: () => (quiet() ? undefined : text('success.saved')),
    onSuccess: source.put,
  })
  const create = useWrite(titles.create, {
    ...shared,
    success: () => (quiet() ? undefined : text('success.itemSaved')),
    /** TITLE-37: the answer is only the tag, so the title is read once; its page then opens without a wait. */
    async onSuccess({ tag }) {
      const options = readOptions({ queries, ...kinora }, titles.find, { titleTags: [tag] }, tenantId)
      created.current = (await queries.fetchQuery(options)).data[0]
      if (created.current === undefined) throw new KinoraError('notFound')
    },
  })
  return async (draft: TitleDraft, { changes, version }: Known): Promise<WriteResult<Title>> => {
    if (title !== undefined) return update.send({ tag: title.tag, ...changes, ...(version && { version }) })
    const result = await create.send(draft)
    return result.kind === 'done' ? { kind: 'done', output: created.current! } : result
  }
}

/** TITLE-20 to 25: the publish call after a successful save; nothing, or what its failure says. */
function useTitlePublish(source: TitleSource) {
  const texts = useTitleEditorTexts()
  const { text } = texts
  const toasts = useToasts()
  const wordsOf = (error: KinoraError): string => toPublishWords(error, texts)
  const success = text('success.titlePublished')
  const { send } = useWrite(titles.publish, {
    invalidates: [titles.search],
    onSuccess: source.put,
    success,
    failure: error => ({ text: wordsOf(error), duration: UPDATE_ERROR_DISPLAY }),
  })
  return async (title: Title): Promise<{ error: unknown; words: string } | undefined> => {
    if (title.status === TitleStatus.Published) {
      toasts.show({ text: success, tone: 'positive' })
      return undefined
    }
    const result = await send({ tag: title.tag, publish: true })
    return result.kind === 'failed' && isKinoraError(result.error)
      ? { error: result.error, words: wordsOf(result.error) }
      : undefined
  }
}
