import {
  listTexts,
  type Metadata,
  processingTexts,
  Role,
  titleTexts,
  uploadPanelTexts,
  uploadTexts,
  uploadTrayTexts,
  validationTexts,
} from '@kinora/core'
import { useId, useState } from 'react'
import { useTexts } from '../../kernel/message.ts'
import { useUser } from '../../kernel/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { useLink } from '../../ui/frame/link.tsx'
import { SidePanel } from '../../ui/overlay/dialog.tsx'
import { Combobox } from '../../ui/picker/combobox.tsx'
import { Banner } from '../../ui/status/banner.tsx'
import { optionsOf } from './filters.ts'
import { useTitlesFromFiles } from './use-titles-from-files.ts'

const usePanelTexts = () =>
  useTexts(
    titleTexts,
    listTexts,
    uploadPanelTexts,
    uploadTexts,
    uploadTrayTexts,
    processingTexts,
    validationTexts,
  )

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
  const admin = useUser().role === Role.Admin
  const [provider, setProvider] = useState<string>()
  const { take, refused, taken, first, unreached, checking } = useTitlesFromFiles()
  const dropId = useId()
  const Link = useLink()
  const upload = (files: readonly File[], isMore = false) => take(files, { providerId: provider, isMore })
  const instead = (files: readonly File[], isMore = false) => {
    // The button that was pressed goes.
    document.getElementById(dropId)?.focus()
    void upload(files, isMore)
  }
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={text('ui.uploads.panelTitle')}
      closeLabel={text('ui.close')}
    >
      <div className="kn-upload-panel">
        <p>{text('ui.uploads.panelText')}</p>
        {admin ? (
          <Field label={text('field.providerID')} required>
            <Combobox
              value={provider ?? null}
              onChange={setProvider}
              options={optionsOf('providerId', metadata, text)}
              placeholder={text('ui.uploads.chooseProvider')}
              searchLabel={text('ui.list.searchFilter', {
                name: text('field.providerID').toLowerCase(),
              })}
              emptyText={text('ui.noMatch')}
            />
          </Field>
        ) : null}
        <FileDrop
          id={dropId}
          multiple
          accept=".mp4,.mp3,.aac,.m4a"
          disabled={admin && provider === undefined}
          title={
            checking === undefined
              ? text('ui.uploads.dropMany')
              : text('ui.uploads.checking', { name: checking })
          }
          hint={text('ui.uploads.dropHint')}
          buttonLabel={text('ui.uploads.chooseFiles')}
          onFiles={files => void upload(files)}
        />
        {unreached.length > 0 ? (
          <Banner
            tone="negative"
            title={text('ui.server.title')}
            actions={
              <Button size="compact" onClick={() => instead(unreached, true)}>
                {text('ui.retry')}
              </Button>
            }
          >
            {text('ui.uploads.unreached', {
              count: unreached.length,
              names: unreached.map(({ name }) => name).join(', '),
            })}
          </Banner>
        ) : null}
        {refused.length > 0 ? (
          <Banner
            tone="negative"
            title={text('ui.uploads.refused')}
            actions={
              first.length > 0 ? (
                <Button size="compact" onClick={() => instead(first)}>
                  {text('ui.uploads.takeFirst', { count: first.length })}
                </Button>
              ) : undefined
            }
          >
            <ul className="kn-upload-refused">
              {refused.map(({ name, words, renamed }) => (
                <li key={name}>
                  {name ? <strong>{name}: </strong> : null}
                  {words}
                  {renamed === undefined ? null : (
                    <Button size="compact" onClick={() => instead([renamed], true)}>
                      {text('ui.uploads.uploadAs', { name: renamed.name })}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </Banner>
        ) : null}
        {taken.length > 0 ? (
          <Banner tone="positive" title={text('ui.uploads.taken', { count: taken.length })}>
            <ul className="kn-upload-refused">
              {taken.map(({ name, tag }) => (
                <li key={tag}>
                  {titleHref === undefined ? (
                    name
                  ) : (
                    <Link href={titleHref(tag)}>{text('ui.uploads.addDetailsTo', { name })}</Link>
                  )}
                </li>
              ))}
            </ul>
          </Banner>
        ) : null}
      </div>
    </SidePanel>
  )
}
