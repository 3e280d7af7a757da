import {
  emptyTitleDraft,
  type Issue,
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
import { type FormFields, freezeWith, shownIssues, withoutHidden } from '../../kernel/form-fields.ts'
import { useActingTenant, useKinora, useUser } from '../../kernel/provider.tsx'
import { type DirtyListener, type Draft, useDraft } from '../../kernel/use-draft.ts'
import type { Stored } from '../../kernel/use-draft-form.ts'
import { readOptions, useRead } from '../../kernel/use-read.ts'
import { refusedBy, useWrite, type WriteResult } from '../../kernel/use-write.ts'
import { useToasts } from '../../ui/overlay/toast.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { checkDraft, type DraftField, type PublishProblem, publishProblem, toDraft } from './title-draft.ts'
import type { TitleSource } from './use-title.ts'

/** What follows from another field: its value is only right with that of the other. */
const followers = { classCategoryId: 'classSubCategoryId', providerId: 'channelId' } as const

type EditorWork = 'save' | 'publish'

export interface TitleEditorModel extends Draft<TitleDraft, Title> {
  /** The title as stored; undefined while it is new. */
  title: Title | undefined
  metadata: Metadata | undefined
  isAdmin: boolean
  /** Whether the description may be formatted; undefined until the server has said so. */
  canFormat: boolean | undefined
  working: EditorWork | undefined
  /** What the last attempt was for. */
  attempted: EditorWork
  /** What, other than fields, kept the title from being published. */
  problem: PublishProblem | undefined
  /** Puts a value into a field as if it had been typed. */
  set<F extends DraftField>(field: F, value: TitleDraft[F]): void
  /** Saves, then publishes. */
  publish(): Promise<WriteResult<Title>>
  source: TitleSource
  /** Called once with the tag of a title that was just created, before anybody else hears of it. */
  onceCreated: { current: ((tag: string) => void) | undefined }
}

export type TitleFields = FormFields<DraftField>

/** What a host says of an editor, at each depth. */
export interface TitleEditorHost {
  /** Fields that aren't shown, or can't be changed. What is hidden is never sent and keeps what is stored; what publishing needs of it is said in words. */
  fields?: TitleFields | undefined
  /** What a new title starts with, hidden fields too. */
  defaults?: Partial<TitleDraft> | undefined
  /** Called with the tag of a new title once it is stored; the editor goes on with it. */
  onCreated?: ((tag: string) => void) | undefined
  /** Called with the title as it is stored after each save. */
  onSaved?: ((title: Title) => void) | undefined
  /** Called with the title once it was published from here. */
  onPublished?: ((title: Title) => void) | undefined
  /** Called with whether there are unsaved changes. */
  onDirtyChange?: DirtyListener | undefined
}

export interface TitleEditorOptions extends TitleEditorHost {
  /** As it was read by `useTitle`; undefined makes a new one. */
  title: Title | undefined
  source: TitleSource
}

interface Latest {
  run(work: EditorWork, act: () => Promise<WriteResult<Title>>): Promise<WriteResult<Title>>
  draft: Draft<TitleDraft, Title>
  send: ReturnType<typeof useTitlePublish>
  title: Title | undefined
  onPublished: TitleEditorHost['onPublished']
}

/** The title editor without looks: draft, rules, saving and publishing. */
export function useTitleEditor(options: TitleEditorOptions): TitleEditorModel {
  const { source, defaults, onDirtyChange } = options
  const [made, setMade] = useState<Title>()
  const title = options.title ?? made
  const fields = freezeWith(options.fields, title ?? { ...emptyTitleDraft, ...defaults }, followers)
  const { role } = useUser()
  const isAdmin = role === Role.Admin
  const choices = useRead(metadata.view, {})
  const onceCreated = useRef<(tag: string) => void>(undefined)
  const stored = useRef(title)
  /** What the last check found. */
  const checked = useRef<readonly Issue[]>([])
  const latest = useRef<Latest>(undefined)
  const purpose = useRef<EditorWork>('save')
  const [working, setWorking] = useState<EditorWork>()
  const [problem, setProblem] = useState<PublishProblem>()
  const save = useCallback(() => latest.current!.run('save', () => latest.current!.draft.save()), [])
  const onDirty = useCallback((dirty: boolean) => onDirtyChange?.(dirty, save), [onDirtyChange, save])
  const { read, store } = useTitleStore({
    title,
    source,
    quiet: () => purpose.current === 'publish',
    // A name that is hidden and not given the server asks for.
    shown: draft => withoutHidden(draft, fields, defaults) as TitleDraft,
  })
  const draft = useDraft<TitleDraft, Title>({
    stored: title === undefined ? { values: { ...emptyTitleDraft, ...defaults } } : toStored(title),
    fields,
    check(values) {
      const issues = checkDraft(values, {
        needsProvider: isAdmin,
        publishing: purpose.current === 'publish',
        publishChannel: publishChannelOf(choices.data, values, title),
        foreignNames: title?.foreignNames,
      })
      checked.current = issues
      // What publishing needs is told, whoever can mend it.
      return purpose.current === 'publish' ? issues : shownIssues(issues, fields)
    },
    save: store,
    async refresh() {
      const fresh = await (made === undefined || options.title ? source.refresh() : read(made.tag))
      return fresh && toStored(fresh)
    },
    toStored,
    onSaved(saved) {
      stored.current = saved
      options.onSaved?.(saved)
      if (options.title === undefined) setMade(saved)
      if (title !== undefined) return
      onceCreated.current?.(saved.tag)
      onceCreated.current = undefined
      options.onCreated?.(saved.tag)
    },
    onDirtyChange: onDirty,
    keep: `titles ${title?.tag ?? 'new'}`,
  })
  const send = useTitlePublish(source)
  const run: Latest['run'] = async (work, act) => {
    if (working !== undefined) return { kind: 'busy' }
    purpose.current = work
    setProblem(undefined)
    setWorking(work)
    return act().finally(() => setWorking(undefined))
  }
  latest.current = { run, draft, send, title, onPublished: options.onPublished }

  const publish = useCallback(
    () =>
      latest.current!.run('publish', async () => {
        const { draft, send, title, onPublished } = latest.current!
        const ready = await draft.check()
        const found = publishProblem(title)
        if (found !== undefined) setProblem(found)
        if (!ready || found !== undefined) {
          draft.fail()
          return refusedBy(checked.current)
        }
        stored.current = title
        if (Object.keys(draft.changes()).length > 0) {
          const saved = await draft.save()
          if (saved.kind !== 'done') return saved
        }
        const { words, ...result } = await send(stored.current!)
        if (result.kind === 'failed') {
          draft.refuse(result.error)
          draft.fail(words)
        }
        if (result.kind !== 'done') return result
        draft.clear()
        setMade(before => before && result.output)
        onPublished?.(result.output)
        return result
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
    set: (field, value) => draft.fill({ [field]: value } as Partial<TitleDraft>),
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

const toStored = (title: Title): Stored<TitleDraft> => ({ values: toDraft(title), version: title.version })

interface Known {
  changes: Partial<TitleDraft>
  version: number | undefined
}

interface StoreOptions extends Pick<TitleEditorOptions, 'title' | 'source'> {
  /** Leaves the word of success to what comes after. */
  quiet(): boolean
  /** What is sent of a new one. */
  shown(draft: TitleDraft): TitleDraft
}

/** Creates a title or sends what was changed of it (TITLE-19, TITLE-21). */
function useTitleStore({ title, source, quiet, shown }: StoreOptions) {
  const { queries, ...kinora } = useKinora()
  const { text } = useTitleEditorTexts()
  const tenantId = useActingTenant()?.tenantId
  const created = useRef<Title>(undefined)
  const read = async (tag: string): Promise<Title | undefined> => {
    const options = readOptions({ queries, ...kinora }, titles.find, { titleTags: [tag] }, tenantId)
    return (await queries.fetchQuery(options)).data[0]
  }
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
      created.current = await read(tag)
      if (created.current === undefined) throw new KinoraError('notFound')
    },
  })
  const store = async (draft: TitleDraft, { changes, version }: Known): Promise<WriteResult<Title>> => {
    if (title !== undefined) return update.send({ tag: title.tag, ...changes, ...(version && { version }) })
    const result = await create.send(shown(draft))
    return result.kind === 'done' ? { kind: 'done', output: created.current! } : result
  }
  return { read, store }
}

type Published = WriteResult<Title> & { words?: string }

/** TITLE-20 to 25: the publish call after a successful save. */
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
  return async (title: Title): Promise<Published> => {
    if (title.status === TitleStatus.Published) {
      toasts.show({ text: success, tone: 'positive' })
      return { kind: 'done', output: title }
    }
    const result = await send({ tag: title.tag, publish: true })
    return result.kind === 'failed' ? { ...result, words: wordsOf(result.error) } : result
  }
}
