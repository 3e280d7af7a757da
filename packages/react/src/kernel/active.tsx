import { type ReactNode, useMemo } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { Switch, type SwitchProps, SwitchWord } from '../ui/form/switch.tsx'
import type { ListFilter } from '../ui/list/list-filters.tsx'
import { ActiveBadge } from '../ui/status/badge.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import type { FieldWords } from './draft-conflicts.tsx'
import { type AnyFieldProps, DraftField } from './draft-field.tsx'
import { useFormTexts } from './form-texts.ts'

// META-14
/** Whether a row is active, as a column of a list. */
export const activeColumn = {
  id: 'active',
  headerKey: 'ui.state',
  width: 120,
  cell: ({ isActive }: { isActive: boolean }) => <ActiveState active={isActive} />,
} as const

/** The same as its filter. */
export function useActiveFilter(): ListFilter {
  const { text } = useFormTexts()
  return useMemo(() => {
    const options = [
      { value: 'true', label: text('ui.state.Active') },
      { value: 'false', label: text('ui.state.Inactive') },
    ]
    return { id: 'active', name: text('ui.state'), options }
  }, [text])
}

/** Both, for the table of a host; the same until the language changes. */
export function useActiveColumn(): { column: DataTableColumn<{ isActive: boolean }>; filter: ListFilter } {
  const { text } = useFormTexts()
  const filter = useActiveFilter()
  return useMemo(() => ({ column: { ...activeColumn, header: text('ui.state') }, filter }), [text, filter])
}

// META-14
/** Whether a row is active, in a word and a colour. */
export function ActiveState({ active }: { active: boolean }) {
  const { text } = useFormTexts()
  return (
    <ActiveBadge
      active={active}
      texts={{ active: text('ui.state.Active'), inactive: text('ui.state.Inactive') }}
    />
  )
}

/** The label of a field that says whether a row is active, and its values in words. */
export function useStateWords(): FieldWords {
  const { text } = useFormTexts()
  return useMemo(
    () => ({
      label: text('ui.state'),
      show: value => text(value === true ? 'ui.state.Active' : 'ui.state.Inactive'),
    }),
    [text],
  )
}

/** What a switch of something active reads. */
export function ActiveWord({ active }: { active: boolean | null | undefined }) {
  const { text } = useFormTexts()
  return <SwitchWord isOn={active ?? false} on={text('ui.state.Active')} off={text('ui.state.Inactive')} />
}

type FieldOf<D extends FieldValues, V> = { [P in Path<D>]: PathValue<D, P> extends V ? P : never }[Path<D>]

export interface DraftSwitchProps<D extends FieldValues>
  extends Pick<AnyFieldProps<D, Path<D>>, 'draft' | 'className'>,
    Pick<SwitchProps, 'help'> {
  /** A field that is true or false. */
  name: FieldOf<D, boolean | null | undefined>
  /** "State" unless given. */
  label?: ReactNode
  /** What the switch reads; Active or Inactive unless given. */
  word?: string | ((isOn: boolean) => ReactNode)
  disabled?: boolean | ((isOn: boolean) => boolean)
}

/** A field of a draft that is on or off. */
export function DraftSwitch<D extends FieldValues>(props: DraftSwitchProps<D>) {
  const { text } = useFormTexts()
  const { draft, name, label = text('ui.state'), className, help, disabled } = props
  const { word = active => <ActiveWord active={active} /> } = props
  return (
    <DraftField draft={draft} name={name} label={label} className={className} group>
      {({ value, set }) => (
        <Switch
          label={typeof word === 'string' ? word : word(Boolean(value))}
          help={help}
          disabled={typeof disabled === 'function' ? disabled(Boolean(value)) : disabled}
          checked={Boolean(value)}
          onChange={event => set(event.target.checked as typeof value)}
        />
      )}
    </DraftField>
  )
}
