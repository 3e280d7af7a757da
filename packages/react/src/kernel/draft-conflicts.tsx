import { datesIn } from '@kinora/core'
import { type ReactNode, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ConflictPanel, type ConflictPanelProps, type FieldConflict } from '../ui/form/conflict-panel.tsx'
import type { Conflict } from './draft-values.ts'
import { type FormTexts, useFormTexts } from './form-texts.ts'
import { useDates } from './use-dates.ts'
import type { Draft } from './use-draft.ts'

/** How a field is named, and its values are shown where they aren’t text. */
export interface FieldWords {
  label: string
  show?: (value: unknown) => ReactNode
  lang?: string | undefined
  dir?: 'ltr' | 'rtl' | undefined
}

/** The labels of a form’s fields by their paths, for conflicts and the history, where they aren’t the text `field.<path>`. */
export type FieldLabels =
  | Readonly<Record<string, string | FieldWords>>
  | ((path: string) => FieldWords | undefined)

/** How the field at a path is named; nothing where the form has no such field. */
export function wordsOfField(labels: FieldLabels = {}, path: string): Partial<FieldWords> {
  const words = typeof labels === 'function' ? labels(path) : labels[path]
  return typeof words === 'string' ? { label: words } : (words ?? {})
}

/** What the panel of conflicts shows of a draft, in the words that every form has in common. */
export function useConflicts<D extends FieldValues>(
  { conflicts, resolve }: Pick<Draft<D>, 'conflicts' | 'resolve'>,
  labels?: FieldLabels,
): Omit<ConflictPanelProps, 'attempt'> {
  const texts = useFormTexts()
  const { text } = texts
  const { zone } = useDates()
  const panel = useMemo(
    () => ({
      title: text('ui.form.conflictTitle'),
      text: text('ui.form.conflictText'),
      mine: text('ui.form.mine'),
      theirs: text('ui.form.theirs'),
      keepMine: text('ui.form.keepMine'),
      takeTheirs: text('ui.form.takeTheirs'),
    }),
    [text],
  )
  return {
    conflicts: conflicts.map(conflict =>
      toFieldConflict(conflict, wordsOfField(labels, conflict.path), { zone, texts }),
    ),
    onChoose: resolve,
    texts: panel,
  }
}

interface DraftConflictsProps<D extends FieldValues> {
  draft: Pick<Draft<D>, 'conflicts' | 'resolve' | 'attempt'>
  labels: FieldLabels
}

/** The panel of conflicts of a draft in a dialog; on a page its form shows it. */
export function DraftConflicts<D extends FieldValues>({ draft, labels }: DraftConflictsProps<D>) {
  return <ConflictPanel {...useConflicts(draft, labels)} attempt={draft.attempt} />
}

function toFieldConflict(
  { path, mine, theirs, by, at }: Conflict,
  { label, show, lang, dir }: Partial<FieldWords>,
  { zone, texts: { text, field, locale } }: { zone: string; texts: FormTexts },
): FieldConflict {
  const inWords = (value: unknown) => {
    if (isEmpty(value)) return text('ui.empty')
    if (show !== undefined) return show(value)
    return typeof value === 'boolean' ? text(value ? 'ui.yes' : 'ui.no') : String(value)
  }
  const note =
    by && at ? text('ui.form.savedBy', { name: by, time: toTime(new Date(at), zone, locale) }) : undefined
  return {
    path,
    label: label ?? field(path) ?? path,
    note,
    lang,
    dir,
    mine: inWords(mine),
    theirs: inWords(theirs),
  }
}

/** Whether a field holds nothing. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A moment as forms show it, in the zone of all their dates (CONST-21): the day only where it isn't today. */
export function toTime(moment: Date, zone: string, locale: string): string {
  const { day, dayAndTime } = datesIn(zone, locale)
  const isToday = day(moment) === day(new Date())
  return isToday ? datesIn(zone).dayAndTime(moment).slice(-5) : dayAndTime(moment)
}
