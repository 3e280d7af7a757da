import {
  listTexts,
  type Metadata,
  processingTexts,
  Role,
  titleTexts,
  uploadPanelTexts,
  uploadTexts,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import { useState } from 'react'
import { useTexts } from '../../kernel/message.ts'
import { useUser } from '../../kernel/provider.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SidePanel } from '../../ui/overlay/dialog.tsx'
import { Combobox } from '../../ui/picker/combobox.tsx'
import { UploadDropView } from '../files/upload-drop.tsx'
import { useUploadDrop } from '../files/use-upload-drop.ts'
import { optionsOf } from './filters.ts'

const usePanelTexts = () =>
  useTexts(titleTexts, listTexts, uploadPanelTexts, uploadTexts, processingTexts, validationTexts, wordTexts)

export interface UploadPanelProps {
  open: boolean
  onClose: () => void
  metadata: Metadata | undefined
  /** Where the title of a file is edited; without it files are names alone. */
  titleHref?: (tag: string) => string
}

/** Up to five files at once, each becoming a title with a name from its file; what is refused says why and harms no other. */
export function UploadPanel({ open, onClose, metadata, titleHref }: UploadPanelProps) {
  const { text } = usePanelTexts()
  const isAdmin = useUser().role === Role.Admin
  const [provider, setProvider] = useState<string>()
  const drop = useUploadDrop({ providerId: provider })
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={text('ui.uploads.panelTitle')}
      closeLabel={text('ui.close')}
    >
      <div className="kn-upload-panel">
        <p>{text('ui.uploads.panelText')}</p>
        {isAdmin ? <ProviderField {...{ metadata, provider, onChoose: setProvider }} /> : null}
        <UploadDropView drop={drop} disabled={isAdmin && provider === undefined} titleHref={titleHref} />
      </div>
    </SidePanel>
  )
}

interface ProviderFieldProps {
  metadata: Metadata | undefined
  provider: string | undefined
  onChoose: (provider: string) => void
}

/** Whose titles an administrator uploads. */
function ProviderField({ metadata, provider, onChoose }: ProviderFieldProps) {
  const { text } = usePanelTexts()
  const name = text('field.providerId')
  return (
    <Field label={name} required>
      <Combobox
        value={provider ?? null}
        onChange={onChoose}
        options={optionsOf('providerId', metadata, text)}
        placeholder={text('ui.choose.providerFirst')}
        searchLabel={text('ui.list.searchFilter', { name: name.toLowerCase() })}
        emptyText={text('ui.noMatch')}
      />
    </Field>
  )
}
