import { useMemo } from 'react'
import type { Path } from 'react-hook-form'
import { Switch, SwitchWord } from '../ui/form/switch.tsx'
import type { ListFilter } from '../ui/list/list-filters.tsx'
import { ActiveBadge } from '../ui/status/badge.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { DraftField } from './draft-field.tsx'
import { useFormTexts } from './form-texts.ts'
import type { Draft } from './use-draft.ts'

/** Whether a row is active, as the column of a list and its filter (META-14). */
export function useActiveColumn(): { column: DataTableColumn<{ isActive: boolean }>; filter: ListFilter } {
  const { text } = useFormTexts()
  return useMemo(
    () => ({
      column: {
        id: 'active',
        header: text('ui.state'),
        width: 120,
        cell: ({ isActive }) => <ActiveState active={isActive} />,
      },
      filter: {
        id: 'active',
        name: text('ui.state'),
        options: [
          { value: 'true', label: text('ui.state.Active') },
          { value: 'false', label: text('ui.state.Inactive') },
        ],
      },
    }),
    [text],
  )
}

/** META-14: whether a row is active, in a word and a colour. */
export function ActiveState({ active }: { active: boolean }) {
  const { text } = useFormTexts()
  return (
    <ActiveBadge
      active={active}
      texts={{ active: text('ui.state.Active'), inactive: text('ui.state.Inactive') }}
    />
  )
}

/** What a switch of something active reads. */
export function ActiveWord({ active }: { active: boolean | null | undefined }) {
  const { text } = useFormTexts()
  return <SwitchWord isOn={active ?? false} on={text('ui.state.Active')} off={text('ui.state.Inactive')} />
}

/** The switch of a draft's `isActive`. */
export function DraftActive<D extends { isActive: boolean }>({ draft, help }: DraftActiveProps<D>) {
  const { text } = useFormTexts()
  return (
    <DraftField draft={draft} name={'isActive' as Path<D>} label={text('ui.state')} group>
      {({ value, set }) => (
        <Switch
          label={<ActiveWord active={value} />}
          help={help}
          checked={value}
          onChange={event => set(event.target.checked as typeof value)}
        />
      )}
    </DraftField>
  )
}

export interface DraftActiveProps<D extends { isActive: boolean }> {
  draft: Pick<Draft<D>, 'form' | 'fieldId'>
  /** What it means for this noun. */
  help?: string
}
