import {
  type Issue,
  isUnreachable,
  listTexts,
  type Metadata,
  processingTexts,
  Role,
  titleTexts,
  uploadPanelTexts,
  uploadTexts,
  uploadTrayTexts,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import { useId, useRef, useState } from 'react'
import { useTexts } from '../../kernel/message.ts'
import { useUser } from '../../kernel/provider.tsx'
import { useInvalidate } from '../../kernel/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { useLink } from '../../ui/frame/link.tsx'
import { SidePanel } from '../../ui/overlay/dialog.tsx'
import { Combobox } from '../../ui/picker/combobox.tsx'
import { Banner } from '../../ui/status/banner.tsx'
import { toRenamed, useTitleFromFile } from '../files/use-title-from-file.ts'
import { useTitleTexts } from '../texts.ts'
import { optionsOf } from './filters.ts'

const usePanelTexts = () =>
  useTexts(
    titleTexts,
    listTexts,
    uploadPanelTexts,
    uploadTexts,
    uploadTrayTexts,
    processingTexts,
    validationTexts,
    wordTexts,
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
  const isAdmin = useUser().role === Role.Admin
  const [provider, setProvider] = useState<string>()
  const { take, refused, taken, first, unreached, checking } = useTitlesFromFiles()
  const dropId = useId()
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
        {isAdmin ? <ProviderField {...{ metadata, provider, onChoose: setProvider }} /> : null}
        <FileDrop
          id={dropId}
          multiple
          accept=".mp4,.mp3,.aac,.m4a"
          disabled={isAdmin && provider === undefined}
          title={
            checking === undefined ? text('ui.uploads.dropMany') : text('ui.checking', { name: checking })
          }
          hint={text('ui.uploads.dropHint')}
          buttonLabel={text('ui.chooseFiles')}
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
        {refused.length > 0 ? <RefusedFiles {...{ refused, first }} onUpload={instead} /> : null}
        {taken.length > 0 ? <TakenFiles {...{ taken, titleHref }} /> : null}
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

interface RefusedFilesProps {
  refused: readonly RefusedFile[]
  first: readonly File[]
  onUpload: (files: readonly File[], isMore?: boolean) => void
}

/** Why files were refused, with what can be uploaded in their place. */
function RefusedFiles({ refused, first, onUpload }: RefusedFilesProps) {
  const { text } = usePanelTexts()
  return (
    <Banner
      tone="negative"
      title={text('ui.uploads.refused')}
      actions={
        first.length > 0 ? (
          <Button size="compact" onClick={() => onUpload(first)}>
            {text('ui.uploads.takeFirst', { count: first.length })}
          </Button>
        ) : undefined
      }
    >
      <ul className="kn-upload-refused">
        {refused.map(({ nth, name, words, renamed }) => (
          <li key={nth}>
            {name ? <strong>{name}: </strong> : null}
            {words}
            {renamed === undefined ? null : (
              <Button size="compact" onClick={() => onUpload([renamed], true)}>
                {text('ui.uploads.uploadAs', { name: renamed.name })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

interface TakenFile {
  name: string
  tag: string
}

function TakenFiles({
  taken,
  titleHref,
}: Pick<UploadPanelProps, 'titleHref'> & { taken: readonly TakenFile[] }) {
  const { text } = usePanelTexts()
  const Link = useLink()
  return (
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
  )
}

interface RefusedFile {
  /** Tells it from others: files of two folders may have one name. */
  nth: number
  name: string
  words: string
  /** The same file under a name that is allowed, where its name was all that was wrong (VAL-10, VAL-11). */
  renamed?: File | undefined
}

interface TakeOptions {
  providerId: string | undefined
  isMore: boolean
}

/** Several videos at once become titles: every file is examined before anything is made or sent (UPLOAD-26, VAL-12). */
function useTitlesFromFiles() {
  const invalidate = useInvalidate()
  const toTitle = useTitleFromFile()
  const texts = useTitleTexts()
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  /** Each as soon as its title is made. */
  const [taken, setTaken] = useState<readonly TakenFile[]>([])
  /** Where there were too many at once: those that can be taken. */
  const [first, setFirst] = useState<readonly File[]>([])
  /** Where the server couldn't be reached: those that were not tried or came to nothing. */
  const [unreached, setUnreached] = useState<readonly File[]>([])
  const [checking, setChecking] = useState<string>()
  const count = useRef(0)
  const toRefused = (file: Omit<RefusedFile, 'nth'>): RefusedFile => ({ nth: count.current++, ...file })

  const make = async (file: File, providerId: string | undefined): Promise<readonly Issue[]> => {
    const { tag, issues } = await toTitle(file, { providerId })
    if (issues.length === 0) setTaken(before => [...before, { name: file.name, tag: tag! }])
    return issues
  }

  /** Makes a title of each file that is good and queues its upload; with `isMore` what became of other files before stays. */
  const take = async (files: readonly File[], { providerId, isMore }: TakeOptions): Promise<void> => {
    const { checkFileCount } = await import('@kinora/core/media')
    const [tooMany] = checkFileCount(files.length)
    const stays = (file: File | undefined) => isMore && (file === undefined || !files.includes(file))
    setRefused(before => before.filter(({ renamed }) => stays(renamed)))
    setUnreached(before => before.filter(stays))
    if (!isMore) setTaken([])
    setFirst(tooMany === undefined ? [] : files.slice(0, Number(tooMany.params?.max)))
    if (tooMany !== undefined) {
      setRefused([toRefused({ name: '', words: texts.issue(tooMany) })])
      return
    }
    const found: RefusedFile[] = []
    let left: readonly File[] = []
    for (const [index, file] of files.entries()) {
      setChecking(file.name)
      try {
        const issues = await make(file, providerId)
        if (issues.length > 0)
          found.push(
            toRefused({ name: file.name, words: texts.advise(issues), renamed: toRenamed(file, issues) }),
          )
      } catch (error) {
        // What one file is told holds for all that follow.
        if (isUnreachable(error)) {
          left = files.slice(index)
          break
        }
        found.push(toRefused({ name: file.name, words: texts.error(error) }))
      }
    }
    setChecking(undefined)
    setRefused(before => [...before, ...found])
    setUnreached(before => [...before, ...left])
    if (files.length > left.length + found.length) await invalidate(['titles'])
  }
  return { take, refused, taken, first, unreached, checking }
}
