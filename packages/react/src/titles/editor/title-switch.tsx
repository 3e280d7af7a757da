import type { TitleDraft } from '@kinora/core'
import { Controller } from 'react-hook-form'
import { Switch } from '../../ui/form/switch.tsx'
import { useEditor } from './title-editor-context.tsx'

export interface TitleSwitchProps {
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
