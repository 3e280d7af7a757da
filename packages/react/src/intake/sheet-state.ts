import type { Issue, Title, TitleDraft } from '@kinora/core'
import type { Sheet, SheetField } from '@kinora/core/bulk'

type Draft = Partial<TitleDraft>

/** A text that a cell can't be read as, and why. */
export interface Unread {
  text: string
  issue: Issue
}

export type UnreadCells = Partial<Record<SheetField, Unread>>

/** What was entered and isn't stored, by title. */
export interface SheetEdits {
  edits: Readonly<Record<string, Draft>>
  unread: Readonly<Record<string, UnreadCells>>
  /** The version that a title had when it was first edited. */
  versions: Readonly<Record<string, number>>
}

/** What one act changed of a title, as it was before. */
interface Former {
  tag: string
  draft: Draft
  unread: UnreadCells | undefined
}

export interface SheetState extends SheetEdits {
  /** Acts that can be taken back, the last at the end. */
  undo: readonly (readonly Former[])[]
}

export interface CellText {
  tag: string
  field: SheetField
  text: string
}

/** A title as it stands in the sheet. */
export const asEdited = (title: Title, draft: Draft | undefined): Title =>
  draft === undefined ? title : { ...title, ...draft }

interface Known {
  sheet: Pick<Sheet, 'read'>
  titles: ReadonlyMap<string, Title>
}

/** One act of a person on some cells: typed, pasted, filled down or emptied. */
export function enter<S extends SheetState>(
  state: S,
  texts: readonly CellText[],
  { sheet, titles }: Known,
): S {
  const edits = { ...state.edits }
  const unread = { ...state.unread }
  const former = new Map<string, Former>()
  for (const { tag, field, text } of texts) {
    const stored = titles.get(tag)
    if (stored === undefined) continue
    const title = asEdited(stored, edits[tag])
    const reading = sheet.read(field, text, title)
    const { [field]: _, ...readable } = unread[tag] ?? {}
    const before = former.get(tag) ?? { tag, draft: {}, unread: state.unread[tag] }
    if (reading.kind === 'problem') {
      former.set(tag, before)
      unread[tag] = { ...readable, [field]: { text, issue: reading.issue } }
      continue
    }
    former.set(tag, { ...before, draft: { ...pick(title, reading.draft), ...before.draft } })
    keep(unread, tag, readable)
    keep(edits, tag, { ...edits[tag], ...reading.draft })
  }
  return former.size === 0 ? state : { ...state, edits, unread, undo: withStep(state, [...former.values()]) }
}

/** The same of fields that are no text, such as a cover. */
export function put<S extends SheetState>(state: S, stored: Title, draft: Draft): S {
  const title = asEdited(stored, state.edits[stored.tag])
  const former = { tag: stored.tag, draft: pick(title, draft), unread: state.unread[stored.tag] }
  return { ...withDraft(state, stored.tag, draft), undo: withStep(state, [former]) }
}

/** Takes the last act back. */
export function undo<S extends SheetState>(state: S): S {
  const last = state.undo.at(-1)
  if (last === undefined) return state
  const edits = { ...state.edits }
  const unread = { ...state.unread }
  for (const { tag, draft, unread: cells } of last) {
    keep(edits, tag, { ...edits[tag], ...draft })
    keep(unread, tag, cells ?? {})
  }
  return { ...state, edits, unread, undo: state.undo.slice(0, -1) }
}

/** Keeps the version of titles whose edits have none yet, and forgets those without edits. */
export function based<S extends SheetEdits>(state: S, titles: readonly Pick<Title, 'tag' | 'version'>[]): S {
  const now = new Map(titles.map(({ tag, version }) => [tag, version]))
  const versions = Object.keys(state.edits).flatMap(tag => {
    const version = state.versions[tag] ?? now.get(tag)
    return version === undefined ? [] : [[tag, version] as const]
  })
  return { ...state, versions: Object.fromEntries(versions) }
}

/** The edits of a title stand on the version that was shown after a refusal. */
export const rebased = <S extends SheetEdits>(state: S, { tag, version }: Title): S => ({
  ...state,
  versions: { ...state.versions, [tag]: version },
})

/** What was sent of a title is stored; what was entered meanwhile stays. */
export function settle<S extends SheetState>(state: S, tag: string, sent: Draft): S {
  const rest = Object.entries(state.edits[tag] ?? {}).filter(([field, value]) => {
    return !isSame(value, sent[field as keyof Draft])
  })
  const { [tag]: _, ...versions } = state.versions
  return { ...state, versions, edits: withoutEmpty(state.edits, tag, Object.fromEntries(rest)) }
}

/** Forgets titles, with what was entered for them. */
export function leave<S extends SheetState & { tags: readonly string[] }>(
  state: S,
  tags: readonly string[],
): S {
  const stays = (tag: string) => !tags.includes(tag)
  const kept = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).filter(([tag]) => stays(tag)))
  const undo = state.undo.map(step => step.filter(({ tag }) => stays(tag))).filter(step => step.length > 0)
  const { edits, unread, versions } = state
  const rest = { edits: kept(edits), unread: kept(unread), versions: kept(versions) }
  return { ...state, ...rest, tags: state.tags.filter(stays), undo }
}

/** Whether something of a title was entered and isn’t stored. */
export const isLeft = ({ edits, unread }: SheetEdits, tag: string): boolean => tag in edits || tag in unread

/** Other titles in the sheet; those of which something isn’t stored stay, before the others. */
export function choose<S extends SheetState & { tags: readonly string[] }>(
  state: S,
  tags: readonly string[],
): S {
  const left = state.tags.filter(tag => isLeft(state, tag))
  const gone = state.tags.filter(tag => !left.includes(tag))
  return { ...leave(state, gone), tags: [...new Set([...left, ...tags])] }
}

/**
 * What another tab has made of the same sheet, taken over by cell: the newest edit of a cell wins. Titles that it put into the
 * sheet come, those it took out go, unless something was entered for them here since.
 */
export function merge<S extends SheetEdits & { tags: readonly string[] }>(ours: S, before: S, after: S): S {
  const cells = {
    edits: mergeRows(ours.edits, before.edits, after.edits),
    unread: mergeRows(ours.unread, before.unread, after.unread),
    versions: mergeCells(ours.versions, before.versions, after.versions),
  }
  const isNew = (tag: string) => isLeft(cells, tag) && !isLeft(before, tag)
  const stays = (tag: string) => !before.tags.includes(tag) || after.tags.includes(tag) || isNew(tag)
  const tags = [
    ...new Set([...ours.tags.filter(stays), ...after.tags.filter(tag => !before.tags.includes(tag))]),
  ]
  const merged = leave(
    { ...ours, ...cells, undo: [], tags: ours.tags },
    ours.tags.filter(tag => !stays(tag)),
  )
  const { edits, unread, versions } = merged
  const next = { ...ours, edits, unread, versions, tags }
  return isSame(next, ours) ? ours : next
}

/** The same of each title; one without any cell is gone. */
function mergeRows<T extends object>(
  ours: Readonly<Record<string, T>>,
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
): Record<string, T> {
  let merged: Record<string, T> = { ...ours }
  const nothing = {} as T
  for (const tag of keysOf(ours, before, after)) {
    const row = mergeCells(ours[tag] ?? nothing, before[tag] ?? nothing, after[tag] ?? nothing)
    merged = withoutEmpty(merged, tag, row)
  }
  return merged
}

/** Of a cell that one side has changed, that side's; where both have, ours is newer, but that it was stored gives way to an edit. */
function mergeCells<T extends object>(ours: T, before: T, after: T): T {
  const cells = keysOf(ours, before, after).flatMap(name => {
    const [own, known, theirs] = [ours, before, after].map(side => side[name as keyof T])
    const isTheirs = !isSame(theirs, known) && (isSame(own, known) || own === undefined)
    const value = isTheirs ? theirs : own
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(cells) as T
}

const keysOf = (...sides: readonly object[]): string[] => [
  ...new Set(sides.flatMap(side => Object.keys(side))),
]

/** What differs from what is stored, of what was entered. */
export function changesOf(title: Title, draft: Draft | undefined): Draft {
  const changed = Object.entries(draft ?? {}).filter(
    ([field, value]) => !isSame(value, title[field as keyof Draft]),
  )
  return Object.fromEntries(changed)
}

/** Acts that can be taken back; older ones are forgotten. */
const UNDO_MAX = 100
const withStep = ({ undo }: SheetState, step: readonly Former[]): SheetState['undo'] => [
  ...undo.slice(1 - UNDO_MAX),
  step,
]

const withDraft = <S extends SheetEdits>(state: S, tag: string, draft: Draft): S => ({
  ...state,
  edits: withoutEmpty(state.edits, tag, { ...state.edits[tag], ...draft }),
})

function withoutEmpty<T extends object>(
  all: Readonly<Record<string, T>>,
  tag: string,
  value: T,
): Record<string, T> {
  const next = { ...all }
  keep(next, tag, value)
  return next
}

/** Puts a value into a copy that is changed in place: an act on thousands of cells copies each record once. */
function keep<T extends object>(all: Record<string, T>, tag: string, value: T): void {
  if (Object.keys(value).length === 0) delete all[tag]
  else all[tag] = value
}

const pick = (title: Title, like: Draft): Draft =>
  Object.fromEntries(Object.keys(like).map(field => [field, title[field as keyof Draft]]))

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
