import type { TitleDraft } from '@kinora/core'
import { Controller, type Path } from 'react-hook-form'
import { DraftField, type DraftFieldProps } from '../../kernel/draft-field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import type { Option } from '../../ui/picker/option.tsx'
import { useDraftValue, useEditor } from './title-editor-context.tsx'

/** One field of the title that is being edited. */
export function TitleField<P extends Path<TitleDraft>>(props: Omit<DraftFieldProps<TitleDraft, P>, 'draft'>) {
  return <DraftField draft={useEditor()} {...props} />
}

interface TitleSwitchProps {
  name: 'isEquipment' | 'isActive' | 'IsAutoPublish'
  label: string
  help: string
}

/** A yes or no of the draft. */
export function TitleSwitch({ name, label, help }: TitleSwitchProps) {
  const { form, fieldId } = useEditor()
  return (
    <Controller<TitleDraft, typeof name>
      control={form.control}
      name={name}
      render={({ field }) => (
        <Switch
          id={fieldId(name)}
          label={label}
          help={help}
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
  const { isAdmin, metadata } = useEditor()
  const providerId = useDraftValue('providerID')
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
  return entries
    .filter(
      entry =>
        owner === undefined ||
        entry.tenantId === null ||
        entry.tenantId === owner.tenantId ||
        kept.includes(entry.id),
    )
    .map(entry => ({ value: entry.id, label: entry.displayName }))
}
