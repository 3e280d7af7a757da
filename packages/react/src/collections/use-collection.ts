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
import { useState } from 'react'
import type { Draft } from '../kernel/use-draft.ts'
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
  add(titles: readonly Title[]): Promise<boolean>
  remove(item: CollectionItem): void
  /** The whole order; what differs is sent. */
  order(tags: readonly string[]): Promise<boolean>
}

/** Those of a collection that is stored: every act is a call. */
export function useStoredClasses(tenantId: string, row: Collection): Classes {
  const say = useAnnouncement()
  const adding = useWrite(collections.addClasses, { parallel: true })
  const removing = useWrite(collections.removeClasses, { parallel: true })
  const ordering = useWrite(collections.reorderClasses)
  const { collectionTag: tag, collectionItems: items } = row
  const of = { tenantId, tag }
  const tags = items.map(item => item.tag)
  /** Back where it was: at the end first, then in its place. */
  const putBack = async (item: CollectionItem) => {
    const { kind } = await adding.send({ ...of, titleTags: [item.tag] })
    if (kind === 'done' && tags.length > 1) await ordering.send({ ...of, titleTags: tags })
  }
  return {
    items,
    async add(titles) {
      const titleTags = titles.map(title => title.tag)
      const { kind } = await adding.send({ ...of, titleTags })
      if (kind === 'done') say.added(titleTags.length)
      return kind === 'done'
    },
    async remove(item) {
      const { kind } = await removing.send({ ...of, titleTags: [item.tag] })
      if (kind === 'done') say.removed(item, () => void putBack(item))
    },
    async order(wanted) {
      const { kind } = await ordering.send({ ...of, titleTags: changedPart(tags, wanted) })
      return kind === 'done'
    },
  }
}

/** C-112: those of a new one: they are stored with it. */
export function useNewClasses(draft: Draft<CollectionValues>): Classes {
  const [known, setKnown] = useState<ReadonlyMap<string, CollectionItem>>(new Map())
  const say = useAnnouncement()
  const { form } = draft
  const tags = form.watch('titleTags')
  const set = (next: string[]) =>
    form.setValue('titleTags', next, { shouldValidate: form.formState.isSubmitted })
  return {
    items: tags.flatMap(tag => known.get(tag) ?? []),
    async add(titles) {
      setKnown(before => new Map([...before, ...titles.map(title => [title.tag, toItem(title)] as const)]))
      set([...tags, ...titles.map(title => title.tag).filter(tag => !tags.includes(tag))])
      form.clearErrors('titleTags')
      say.added(titles.length)
      return true
    },
    remove(item) {
      set(tags.filter(tag => tag !== item.tag))
      say.removed(item, () => set(tags))
    },
    async order(wanted) {
      set([...wanted])
      return true
    },
  }
}

/** Announces in a live region what was done, stored or not yet. */
function useAnnouncement() {
  const { text } = useCollectionTexts()
  const toasts = useToasts()
  return {
    added: (count: number) =>
      toasts.show({ text: text('ui.collections.added', { count }), tone: 'positive' }),
    removed: (item: CollectionItem, undo: () => void) =>
      toasts.show({
        text: text('ui.collections.removed', { name: item.title }),
        tone: 'positive',
        action: { label: text('ui.undo'), onSelect: undo },
      }),
  }
}

const toItem = (title: Title): CollectionItem => ({
  tag: title.tag,
  title: title.className,
  publishedDate: title.publishedDate,
  isShown: true,
  isOver: false,
  shownFrom: null,
  classLanguageCode: title.classLanguageCode,
  channelName: title.channelName,
  provider: title.provider,
  imageLink: title.imageLink,
  durationSecond: title.durationSecond,
  contentType: title.contentType,
})
