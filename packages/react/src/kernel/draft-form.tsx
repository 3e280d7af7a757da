import { useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ButtonLink } from '../ui/button.tsx'
import { ResourceForm, type ResourceFormProps } from '../ui/form/resource-form.tsx'
import { type ConflictWords, toTime, useConflicts } from './draft-conflicts.ts'
import { type FormTexts, useFormTexts } from './form-texts.ts'
import { useDates } from './use-dates.ts'
import type { Draft } from './use-draft.ts'

type Given =
  | 'tabs'
  | 'title'
  | 'badge'
  | 'text'
  | 'back'
  | 'children'
  | 'aside'
  | 'asideLabel'
  | 'unusable'
  | 'isNew'
  | 'actions'

export interface DraftFormProps<D extends FieldValues> extends Pick<ResourceFormProps, Given> {
  draft: Draft<D>
  /** What Save says: a verb and its object for a new one. */
  saveLabel?: string | undefined
  /** The labels of fields by path, for what somebody else has saved meanwhile. */
  conflict?: ConflictWords
}

/** A form page bound to its draft, in the words that every form has in common. */
export function DraftForm<D extends FieldValues>({ draft, saveLabel, conflict, ...page }: DraftFormProps<D>) {
  const texts = useFormTexts()
  const { text } = texts
  const { zone } = useDates()
  const { dirty, saving, savedAt, attempt, problems, fieldId } = draft
  const words = useWords(texts)
  const rest =
    savedAt === undefined
      ? text(page.isNew ? 'ui.form.nothingYet' : 'ui.noChanges')
      : text('ui.form.savedAt', { time: toTime(savedAt, zone) })
  return (
    <ResourceForm
      {...page}
      dirty={dirty}
      saving={saving}
      attempt={attempt}
      saved={savedAt !== undefined}
      problems={problems.map(({ path, text: words }) => ({ id: path && fieldId(path), text: words }))}
      conflicts={useConflicts(draft, conflict)}
      barActions={
        page.isNew && page.back?.href !== undefined ? (
          <ButtonLink href={page.back.href}>{text('ui.cancel')}</ButtonLink>
        ) : undefined
      }
      onSave={() => void draft.save()}
      texts={{ ...words, save: saveLabel ?? words.save, rest }}
    />
  )
}

function useWords({ text }: FormTexts) {
  return useMemo(
    () => ({
      bar: text('ui.changes'),
      save: text('ui.form.save'),
      saving: text('ui.form.saving'),
      unsaved: text('ui.form.unsaved'),
      problems: text('ui.form.problems'),
    }),
    [text],
  )
}
