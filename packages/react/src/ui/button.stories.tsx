import { Copy, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { Avatar, Button, ButtonLink, IconButton, Kbd, Menu, Tooltip } from './index.ts'

export default { title: 'Kit/Actions' }

const row = { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' } as const
const variants = ['primary', 'secondary', 'quiet', 'danger'] as const

export const Buttons = {
  render: () => (
    <div style={{ display: 'grid', gap: 12 }}>
      {variants.map(variant => (
        <div key={variant} style={row}>
          <Button variant={variant}>Save changes</Button>
          <Button variant={variant} icon={<Plus size={16} aria-hidden="true" />}>
            Add title
          </Button>
          <Button variant={variant} size="compact">
            Compact
          </Button>
          <Button variant={variant} loading>
            Saving
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </div>
      ))}
      <div style={row}>
        <ButtonLink href="#titles" icon={<Pencil size={16} aria-hidden="true" />}>
          Edit title
        </ButtonLink>
        <Button iconEnd={<Kbd>S</Kbd>}>With a key</Button>
      </div>
    </div>
  ),
}

export const IconButtons = {
  render: () => (
    <div style={row}>
      <IconButton label="Edit" icon={<Pencil size={16} aria-hidden="true" />} />
      <IconButton label="Copy" variant="secondary" icon={<Copy size={16} aria-hidden="true" />} />
      <IconButton label="Loading" loading icon={<Copy size={16} aria-hidden="true" />} />
      <IconButton label="Delete" disabled icon={<Trash2 size={16} aria-hidden="true" />} />
      <Tooltip text="Published 3 hours ago">
        <Button variant="quiet">Hover me</Button>
      </Tooltip>
    </div>
  ),
}

const nothing = () => undefined

export const RowMenu = {
  render: () => (
    <Menu
      trigger={
        <IconButton label="Actions for Morning Flow" icon={<Ellipsis size={16} aria-hidden="true" />} />
      }
      groups={[
        {
          actions: [
            {
              label: 'Edit',
              icon: <Pencil size={16} aria-hidden="true" />,
              shortcut: 'E',
              onSelect: nothing,
            },
            { label: 'Copy link', icon: <Copy size={16} aria-hidden="true" />, onSelect: nothing },
            { label: 'Publish', disabled: true, help: 'A cover is missing' },
          ],
        },
        {
          actions: [
            {
              label: 'Delete',
              tone: 'negative',
              icon: <Trash2 size={16} aria-hidden="true" />,
              onSelect: nothing,
            },
          ],
        },
      ]}
    />
  ),
}

export const AvatarMenu = {
  render: () => (
    <Menu
      trigger={
        <Button variant="quiet" aria-label="Account of Mia Larsen">
          <Avatar name="Mia Larsen" decorative />
        </Button>
      }
      header={
        <>
          <strong>Mia Larsen</strong>
          <br />
          mia@demo.kinora.test
        </>
      }
      groups={[
        {
          heading: 'Theme',
          actions: [
            { label: 'Light', checked: true },
            { label: 'Dark', checked: false },
          ],
        },
        { actions: [{ label: 'Help', href: '#help' }, { label: 'Sign out' }] },
      ]}
    />
  ),
}
