import { History } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ResourceForm, type ResourceFormProps } from '../ui/form/resource-form.tsx'
import { LazyMount } from '../ui/lazy-mount.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { fill, type PartProps } from '../ui/part.ts'
import { type FieldLabels, toTime, useConflicts } from './draft-conflicts.tsx'
import { isPartial } from './form-fields.ts'
import { type FormTexts, useFormTexts } from './form-texts.ts'
import type { RowHistory, RowHistoryPanelProps } from './history.tsx'
import { useDates } from './use-dates.ts'
import type { Draft } from './use-draft.ts'

const RowHistoryPanel = lazyPart(async () => ({
  default: (await import('./history.tsx')).RowHistoryPanel as (
    props: RowHistoryPanelProps<FieldValues>,
  ) => ReactNode,
}))

type Given =
  | 'tabs'
  | 'badge'
  | 'text'
  | 'back'
  | 'children'
  | 'aside'
  | 'asideLabel'
  | 'unusable'
  | 'isNew'
  | 'actions'

/** What a host says of the page of a form. */
export interface FormLook extends Pick<PartProps<'header' | 'foot'>, 'slots'> {
  /** In place of the name of the page; `null` where the host has its own. The form keeps its name. */
  heading?: string | null | undefined
}

export interface DraftFormProps<D extends FieldValues> extends Pick<ResourceFormProps, Given> {
  /** With `history` the form shows the history of its row. */
  draft: Draft<D> & { history?: RowHistory<D> | undefined; look?: FormLook | undefined }
  /** What Save says: a verb and its object for a new one. */
  saveLabel?: string | undefined
  labels?: FieldLabels
  /** Names the page and the form; undefined where the host hides what the row is called: then what it is one of does. */
  title: string | undefined
}

/** A form page bound to its draft, in the words that every form has in common. */
export function DraftForm<D extends FieldValues>(props: DraftFormProps<D>) {
  const { draft, saveLabel, labels, ...rest } = props
  const page = { ...rest, title: props.title ?? props.back?.label ?? '' }
  const texts = useFormTexts()
  const { text, locale } = texts
  const { zone } = useDates()
  const { isDirty: dirty, isSaving: saving, savedAt, attempt, problems, fieldId } = draft
  const words = useWords(texts)
  const state =
    savedAt === undefined
      ? text(page.isNew ? 'ui.form.nothingYet' : 'ui.noChanges')
      : text('ui.form.savedAt', { time: toTime(savedAt, zone, locale) })
  return (
    <ResourceForm
      {...page}
      partial={isPartial(draft.fields)}
      heading={draft.look?.heading}
      renderHeader={ours => fill(draft.look?.slots?.header, ours)}
      renderFoot={ours => fill(draft.look?.slots?.foot, ours)}
      dirty={dirty}
      saving={saving}
      attempt={attempt}
      saved={savedAt !== undefined}
      problems={problems.map(({ path, text: words }) => ({ id: path && fieldId(path), text: words }))}
      conflicts={useConflicts(draft, labels)}
      actions={
        <>
          {draft.history && <HistoryButton {...{ draft, labels }} of={draft.history} page={page} />}
          {page.actions}
        </>
      }
      barActions={
        page.isNew && page.back?.href !== undefined ? (
          <ButtonLink href={page.back.href}>{text('ui.cancel')}</ButtonLink>
        ) : undefined
      }
      onSave={() => void draft.save()}
      texts={{ ...words, save: saveLabel ?? words.save, rest: state }}
    />
  )
}

export interface HistoryButtonProps<D extends FieldValues>
  extends Pick<DraftFormProps<D>, 'draft' | 'labels'> {
  of: RowHistory<D>
  page: Pick<ResourceFormProps, 'title' | 'unusable'>
  /** Of a button beside others. */
  label?: string
}

/** Opens the history of the row, which loads with the first look at it. */
export function HistoryButton<D extends FieldValues>({ page, label, ...props }: HistoryButtonProps<D>) {
  const { text } = useFormTexts()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        icon={<History size={16} aria-hidden="true" />}
        aria-label={label}
        onClick={() => setIsOpen(true)}
      >
        {text('ui.history')}
      </Button>
      <LazyMount when={isOpen} onCancel={close}>
        <RowHistoryPanel
          {...(props as HistoryButtonProps<FieldValues>)}
          open={isOpen}
          onClose={close}
          name={page.title}
          usable={page.unusable === undefined}
        />
      </LazyMount>
    </>
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
