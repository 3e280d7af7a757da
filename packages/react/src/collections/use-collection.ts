import {
  type Collection,
  type CollectionDraft,
  type CollectionItem,
  changedPart,
  checkClasses,
  checkCollection,
  checkDeactivation,
  collections,
  type Issue,
  newCollection,
  type Title,
} from '@kinora/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Draft } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { useWrite } from '../kernel/use-write.ts'
import { useToasts } from '../ui/overlay/toast.tsx'
import { useCollectionTexts } from './texts.ts'

/** A collection as its form holds it. A new one has its classes in the draft, one that is stored changes them at once. */
export type CollectionValues = CollectionDraft & { titleTags: string[] }

/** Where a collection is; with its classes, upcoming ones too. */
export const collectionRow = {
  calls: collections,
  idKey: 'collectionTag',
  callKey: 'tag',
  history: 'collections',
  asked: { upcoming: true },
} as const

export const newValues: CollectionValues = { ...newCollection, titleTags: [] }

/** Core's rules; issues of the classes are moved to the field of the form. */
export function checkValues({ titleTags, ...draft }: CollectionValues, row: Collection | undefined): Issue[] {
  const classes = row === undefined ? titleTags.length : row.collectionItems.length
  const isTurnedOn = draft.active && row?.active !== true
  return [
    ...checkCollection(draft),
    ...(row === undefined ? [] : checkDeactivation(row, draft.active)),
    ...(isTurnedOn ? checkClasses({ active: true, classes }) : []).map(issue => ({
      ...issue,
      path: 'titleTags',
    })),
  ]
}

/** The classes of a form, and what can be done to them. Each says whether it is settled. */
export interface Classes {
  items: readonly CollectionItem[]
  /** At a place from 0; at the end unless given. */
  add(title: Title, place?: number): Promise<boolean>
  remove(item: CollectionItem): void
  /** The whole order; what differs is sent. */
  order(tags: readonly string[]): Promise<boolean>
}

/** Those of a collection that is stored: every act is a call. */
export function useStoredClasses(tenantId: string, row: Collection): Classes {
  const say = useAnnouncement()
  const adding = useWrite(collections.addClasses, { parallel: true })
  const removing = useWrite(collections.removeClasses, { parallel: true })
  const ordering = useWrite(collections.reorderClasses, { parallel: true })
  const { collectionTag: tag, collectionItems: items } = row
  const of = { tenantId, tag }
  const tags = items.map(item => item.tag)
  const latest = useRef(tags)
  latest.current = tags
  /** At the end first, then in its place among those that are there by now; answers where that is. */
  const insert = async (added: string, place = Infinity) => {
    const { kind } = await adding.send({ ...of, titleTags: [added] })
    if (kind !== 'done') return undefined
    const others = latest.current.filter(each => each !== added)
    const wanted = others.toSpliced(place, 0, added)
    const titleTags = changedPart([...others, added], wanted)
    if (titleTags.length > 0) await ordering.send({ ...of, titleTags })
    return { place: wanted.indexOf(added) + 1, count: wanted.length }
  }
  const takeOut = async (title: string) =>
    (await removing.send({ ...of, titleTags: [title] })).kind === 'done'
  return {
    items,
    async add(title, place) {
      const at = await insert(title.tag, place)
      const undo = async () => (await takeOut(title.tag)) && say.removed(title.className)
      if (at !== undefined) say.added(title.className, at, () => void undo())
      return at !== undefined
    },
    async remove(item) {
      const place = tags.indexOf(item.tag)
      const undo = async () => (await insert(item.tag, place)) && say.putBack(item.title)
      if (await takeOut(item.tag)) say.removed(item.title, () => void undo())
    },
    async order(wanted) {
      const { kind } = await ordering.send({ ...of, titleTags: changedPart(tags, wanted) })
      return kind === 'done'
    },
  }
}

/** C-112: those of a new one: they are stored with it. */
export function useNewClasses(tenantId: string, draft: Draft<CollectionValues>): Classes {
  const say = useAnnouncement()
  const { form } = draft
  const tags = form.watch('titleTags')
  const { known, learn } = useKnownClasses(tenantId, tags)
  const set = (next: string[]) =>
    form.setValue('titleTags', next, { shouldValidate: form.formState.isSubmitted })
  const without = (tag: string) => form.getValues('titleTags').filter(each => each !== tag)
  const insert = (tag: string, place = Infinity) => {
    const next = without(tag).toSpliced(place, 0, tag)
    set(next)
    return { place: next.indexOf(tag) + 1, count: next.length }
  }
  return {
    items: tags.flatMap(tag => known.get(tag) ?? []),
    async add(title, place) {
      learn([title])
      const at = insert(title.tag, place)
      form.clearErrors('titleTags')
      say.added(title.className, at, () => {
        set(without(title.tag))
        say.removed(title.className)
      })
      return true
    },
    remove(item) {
      const place = tags.indexOf(item.tag)
      set(without(item.tag))
      say.removed(item.title, () => {
        insert(item.tag, place)
        say.putBack(item.title)
      })
    },
    async order(wanted) {
      set([...wanted])
      return true
    },
  }
}

/** The classes of a draft: those that were added here, and those that came back with it after a reload. */
function useKnownClasses(tenantId: string, tags: readonly string[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, CollectionItem>>(new Map())
  const learn = useCallback(
    (titles: readonly Title[]) =>
      setKnown(before => new Map([...before, ...titles.map(title => [title.tag, toItem(title)] as const)])),
    [],
  )
  const titleTags = tags.filter(tag => !known.has(tag))
  const enabled = titleTags.length > 0
  const { data } = useRead(collections.classes, { tenantId, titleTags, take: titleTags.length }, { enabled })
  useEffect(() => {
    if (data !== undefined) learn(data.data)
  }, [data, learn])
  return { known, learn }
}

/** Announces in a live region what was done, stored or not yet. */
function useAnnouncement() {
  const { text } = useCollectionTexts()
  const toasts = useToasts()
  const show = (words: string, undo?: () => void) =>
    void toasts.show({
      text: words,
      tone: 'positive',
      ...(undo && { action: { label: text('ui.undo'), onSelect: undo } }),
    })
  return {
    added: (name: string, at: { place: number; count: number }, undo: () => void) =>
      show(text('ui.collections.added', { name, ...at }), undo),
    removed: (name: string, undo?: () => void) => show(text('ui.collections.removed', { name }), undo),
    putBack: (name: string) => show(text('ui.collections.putBack', { name })),
  }
}

const toItem = (title: Title): CollectionItem => ({
  tag: title.tag,
  title: title.className,
  publishedDate: title.publishedDate,
  isShown: title.isActive,
  isOff: !title.isActive,
  isOver: false,
  shownFrom: null,
  classLanguageCode: title.classLanguageCode,
  channelName: title.channelName,
  provider: title.provider,
  imageLink: title.imageLink,
  durationSecond: title.durationSecond,
  contentType: title.contentType,
})
