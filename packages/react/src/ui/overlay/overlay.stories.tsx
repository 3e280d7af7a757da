import { useState } from 'react'
import {
  Button,
  ConfirmDialog,
  Dialog,
  Field,
  NavTabs,
  SidePanel,
  Tabs,
  TextInput,
  ToastProvider,
  type ToastTone,
  useToasts,
} from '../index.ts'

export default { title: 'Kit/Overlays' }

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'panel' | null>(null)
  const close = () => setOpen(null)
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Delete titles</Button>
      <Button onClick={() => setOpen('panel')}>Open panel</Button>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Save view"
        closeLabel="Close"
        actions={
          <Button variant="primary" onClick={close}>
            Save view
          </Button>
        }
      >
        <Field label="Name">
          <TextInput defaultValue="Yoga, incomplete" />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        onConfirm={close}
        title="Delete 3 titles?"
        text="This can't be undone."
        losses={['Unpublishes 41 titles in 3 collections', 'Deletes 2.1 GB of video']}
        confirmLabel="Delete 3 titles"
        cancelLabel="Keep them"
        closeLabel="Close"
      />
      <SidePanel open={open === 'panel'} onClose={close} title="Edit label" closeLabel="Close">
        <Field label="Name">
          <TextInput defaultValue="New this week" />
        </Field>
      </SidePanel>
    </div>
  )
}

export const Modals = { render: () => <Dialogs /> }

const tones: ToastTone[] = ['positive', 'negative', 'warning', 'info']

function ToastButtons() {
  const toasts = useToasts()
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      {tones.map(tone => (
        <Button
          key={tone}
          onClick={() => toasts.show({ tone, text: `A ${tone} message`, sticky: tone === 'negative' })}
        >
          Show {tone}
        </Button>
      ))}
    </div>
  )
}

export const ToastRegion = {
  render: () => (
    <ToastProvider label="Messages" dismissLabel="Dismiss" duration={() => 3000}>
      <ToastButtons />
    </ToastProvider>
  ),
}

function Tabbing() {
  const [language, setLanguage] = useState('en')
  return (
    <div style={{ display: 'grid', gap: 24, maxInlineSize: 480 }}>
      <NavTabs
        label="Views"
        line
        current="all"
        items={[
          { id: 'all', label: 'All', href: '#all', count: 312 },
          { id: 'drafts', label: 'Drafts', href: '#drafts', count: 14 },
          { id: 'mine', label: 'My uploads', href: '#mine' },
        ]}
      />
      <Tabs
        label="Languages"
        selected={language}
        onSelect={setLanguage}
        items={[
          { id: 'en', label: 'English', dot: { tone: 'positive', text: 'filled' }, panel: 'English text' },
          {
            id: 'ar',
            label: 'العربية',
            lang: 'ar',
            dot: { tone: 'neutral', text: 'missing' },
            panel: 'Arabic text',
          },
          {
            id: 'th',
            label: 'ไทย',
            lang: 'th',
            dot: { tone: 'warning', text: 'incomplete' },
            panel: 'Thai text',
          },
        ]}
      />
    </div>
  )
}

export const Tabbed = { render: () => <Tabbing /> }
