import type { Issue } from '../kernel/errors.ts'
import { checkTitle } from '../titles/rules.ts'
import type { TitleDraft } from '../titles/schema.ts'
import { type TitleAct, TitleEdit } from './schema.ts'

export interface TitleJobDraft {
  act: TitleAct
  tags?: readonly string[] | undefined
  filter?: object | undefined
  edit?: TitleEdit | undefined
}

/** Titles are chosen by their tags or by a filter, and only an edit says what to change; each value by the rules of a title. */
export function checkTitleJob({ act, tags, filter, edit }: TitleJobDraft): Issue[] {
  const issues: Issue[] = []
  if ((tags === undefined) === (filter === undefined))
    issues.push({ path: 'tags', code: 'titleJob.chooseTitles' })
  if (act === 'edit' && Object.keys(edit ?? {}).length === 0)
    issues.push({ path: 'edit', code: 'titleJob.nothingToEdit' })
  if (act !== 'edit' && edit !== undefined) issues.push({ path: 'edit', code: 'titleJob.notAnEdit' })
  return [...issues, ...checkEdit(edit ?? {})]
}

/** What is wrong with the values of an edit, whatever title they are for. As many as one likes can be taken off. */
export function checkEdit(edit: TitleEdit): Issue[] {
  const kept = Object.entries(edit).filter(([, value]) => !(isListEdit(value) && value.how === 'remove'))
  const nothing = { equipmentIds: [], focusAreaIds: [], labelIds: [], keywords: [] }
  return checkTitle(toEdited(Object.fromEntries(kept), nothing))
}

type Lists = Pick<TitleDraft, 'equipmentIds' | 'focusAreaIds' | 'labelIds' | 'keywords'>
const isListEdit = (value: unknown): value is { how: string; values: string[] } =>
  typeof value === 'object' && value !== null && 'how' in value

/** What an edit saves on a title that holds these lists. */
export function toEdited(edit: TitleEdit, held: Lists): Partial<TitleDraft> {
  const { equipmentIds, focusAreaIds, labelIds, keywords, ...same } = edit
  const draft: Partial<TitleDraft> = { ...same }
  for (const [field, change] of Object.entries({ equipmentIds, focusAreaIds, labelIds, keywords }))
    if (change !== undefined) draft[field as keyof Lists] = toList(change, held[field as keyof Lists])
  return draft
}

function toList({ how, values }: NonNullable<TitleEdit['labelIds']>, before: readonly string[]): string[] {
  if (how === 'replace') return [...values]
  if (how === 'add') return [...before, ...values.filter(value => !before.includes(value))]
  return before.filter(value => !values.includes(value))
}

/** The fields that an edit can change, in the order in which they are offered. */
export const editableFields = TitleEdit.keyof().options
