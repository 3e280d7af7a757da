import { type ReactNode, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FieldConflict } from '../ui/form/conflict-panel.tsx'
import { ResourceForm, type ResourceFormProps } from '../ui/form/resource-form.tsx'
import type { Conflict } from './draft-values.ts'
import { type FormTexts, useFormTexts } from './form-texts.ts'
import type { Draft } from './use-draft.ts'

type Given = 'title' | 'badge' | 'text' | 'back' | 'children' | 'aside' | 'asideLabel' | 'unusable' | 'isNew'
type Acts = 'remove' | 'actions' | 'barActions'

export interface DraftFormProps<D extends FieldValues> extends Pick<ResourceFormProps, Given | Acts> {
  draft: Draft<D>
  /** What Save says: a verb and its object for a new one. */
  saveLabel?: string | undefined
  /** How a field that somebody else has saved meanwhile is shown; left out for what is only ever added. */
  conflict?: (path: string) => {
    label: string
    show?: (value: unknown) => ReactNode
    lang?: string
    dir?: 'ltr' | 'rtl'
  }
}

const unnamed = (path: string) => ({ label: path })

/** A form page bound to its draft, in the words that every form has in common. */
export function DraftForm<D extends FieldValues>({
  draft,
  saveLabel,
  conflict = unnamed,
  ...page
}: DraftFormProps<D>) {
  const texts = useFormTexts()
  const { text } = texts
  const { dirty, saving, savedAt, attempt, problems, fieldId } = draft
  const words = useWords(texts)
  const rest =
    savedAt === undefined
      ? text(page.isNew ? 'ui.form.nothingYet' : 'ui.form.noChanges')
      : text('ui.form.savedAt', { time: toTime(savedAt) })
  return (
    <ResourceForm
      {...page}
      {...{ dirty, saving, attempt }}
      saved={savedAt !== undefined}
      problems={problems.map(({ path, text: words }) => ({ id: path && fieldId(path), text: words }))}
      conflicts={{
        conflicts: draft.conflicts.map(found => toFieldConflict(found, conflict(found.path), texts)),
        onChoose: draft.resolve,
        texts: words.conflicts,
      }}
      onSave={() => void draft.save()}
      texts={{ ...words.form, save: saveLabel ?? words.form.save, rest }}
    />
  )
}

function useWords({ text }: FormTexts) {
  return useMemo(
    () => ({
      form: {
        bar: text('ui.form.bar'),
        save: text('ui.form.save'),
        saving: text('ui.form.saving'),
        unsaved: text('ui.form.unsaved'),
        problems: text('ui.form.problems'),
      },
      conflicts: {
        title: text('ui.form.conflictTitle'),
        text: text('ui.form.conflictText'),
        mine: text('ui.form.mine'),
        theirs: text('ui.form.theirs'),
        keepMine: text('ui.form.keepMine'),
        takeTheirs: text('ui.form.takeTheirs'),
      },
    }),
    [text],
  )
}

function toFieldConflict(
  { path, mine, theirs, by, at }: Conflict,
  { label, show = String, lang, dir }: ReturnType<NonNullable<DraftFormProps<FieldValues>['conflict']>>,
  { text }: FormTexts,
): FieldConflict {
  const empty = text('ui.form.empty')
  const inWords = (value: unknown) =>
    value === undefined || value === null || value === '' ? empty : show(value)
  const note = by && at ? text('ui.form.savedBy', { name: by, time: toTime(new Date(at)) }) : undefined
  return { path, label, note, lang, dir, mine: inWords(mine), theirs: inWords(theirs) }
}

const toTime = (moment: Date): string =>
  new Intl.DateTimeFormat(undefined, {
    ...(moment.toDateString() === new Date().toDateString() ? {} : { dateStyle: 'medium' }),
    timeStyle: 'short',
  }).format(moment)
