import type { TitleDraft } from '@kinora/core'
import { Controller } from 'react-hook-form'
import { ActiveWord } from '../../kernel/active.tsx'
import { type AnyFieldProps, DraftField } from '../../kernel/draft-field.tsx'
import { modeOf } from '../../kernel/form-fields.ts'
import { Switch } from '../../ui/form/switch.tsx'
import type { Option } from '../../ui/picker/option.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { namedOptions } from '../list/filters.ts'
import { useDraftValue, useTitleEditorView } from './title-editor-context.tsx'

/** One field of the title that is being edited, by its control. */
export function FieldOfTitle<P extends keyof TitleDraft>(
  props: Omit<AnyFieldProps<TitleDraft, P>, 'draft' | 'label'>,
) {
  const { text } = useTitleEditorTexts()
  return <DraftField draft={useTitleEditorView()} label={text(`field.${props.name}`)} {...props} />
}

interface TitleSwitchProps {
  name: 'isEquipment' | 'isActive' | 'IsAutoPublish'
  help: string
}

/** A yes or no of the draft. */
export function TitleSwitch({ name, help }: TitleSwitchProps) {
  const { form, fieldId, fields } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const mode = modeOf(fields, name)
  if (mode === 'hidden') return null
  return (
    <Controller<TitleDraft, typeof name>
      control={form.control}
      name={name}
      render={({ field }) => (
        <Switch
          id={fieldId(name)}
          label={name === 'isActive' ? <ActiveWord active={field.value} /> : text(`field.${name}`)}
          help={mode === 'readOnly' ? `${text('ui.form.readOnly')}. ${help}` : help}
          disabled={mode === 'readOnly'}
          checked={field.value}
          onChange={event => field.onChange(event.target.checked)}
        />
      )}
    />
  )
}

/** Whom the title belongs to, as far as it decides what can be chosen. */
interface Owner {
  tenantId: string | null
  providerId: string | null
}

/** An administrator sees everybody's entries; a title takes only those of its owner and of the platform. */
export function useOwner(): Owner | undefined {
  const { isAdmin, metadata } = useTitleEditorView()
  const providerId = useDraftValue('providerId')
  if (!isAdmin || metadata === undefined) return undefined
  const provider = metadata.providers.find(found => found.id === providerId)
  return { tenantId: provider?.tenantId ?? null, providerId }
}

interface Entry {
  id: string
  displayName: string
  tenantId: string | null
}

/** The entries that can be chosen; what is chosen already stays in sight. */
export function offered(
  entries: readonly Entry[],
  owner: Owner | undefined,
  kept: readonly string[],
): Option[] {
  return namedOptions(
    entries.filter(
      ({ id, tenantId }) =>
        owner === undefined || tenantId === null || tenantId === owner.tenantId || kept.includes(id),
    ),
  )
}
