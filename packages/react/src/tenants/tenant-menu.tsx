import type { Tenant } from '@kinora/core'
import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, type MenuAction } from '../ui/overlay/menu.tsx'
import { EllipsisIcon } from '../ui/table/row-icons.tsx'
import { useTenantTexts } from './texts.ts'

export interface TenantMenuProps {
  row: Tenant
  href: string | undefined
  onDelete: () => void
}

/** What can be done to a tenant of the list. */
export function TenantMenu({ row, href, onDelete }: TenantMenuProps) {
  const { text } = useTenantTexts()
  const edit: MenuAction[] =
    href === undefined
      ? []
      : [{ label: text('ui.tenants.edit'), icon: <Pencil size={16} aria-hidden="true" />, href }]
  const remove: MenuAction = {
    label: text('ui.tenants.delete'),
    icon: <Trash2 size={16} aria-hidden="true" />,
    tone: 'negative',
    onSelect: onDelete,
  }
  return (
    <Menu
      trigger={
        <IconButton
          label={text('ui.tenants.actions', { name: row.name })}
          icon={<EllipsisIcon size={16} />}
        />
      }
      groups={() => [{ actions: edit }, { actions: [remove] }].filter(group => group.actions.length > 0)}
    />
  )
}
