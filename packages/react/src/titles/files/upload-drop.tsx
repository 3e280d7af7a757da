import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { FileDrop, type FileDropProps } from '../../ui/form/file-drop.tsx'
import { useLink } from '../../ui/frame/link.tsx'
import { fill, type PartProps, partMarks } from '../../ui/part.ts'
import { Banner } from '../../ui/status/banner.tsx'
import {
  type AddedFile,
  type UploadDropModel,
  type UploadDropOptions,
  useDropTexts,
  useUploadDrop,
} from './use-upload-drop.ts'

interface DropLook
  extends PartProps<'drop' | 'refused' | 'added'>,
    Pick<FileDropProps, 'accept' | 'disabled' | 'hint' | 'id' | 'look'> {
  /** What the place says, in place of our words. */
  heading?: string | undefined
  /** Where the title of a file is edited; without it files are names alone. */
  titleHref?: ((tag: string) => string) | undefined
}

export interface UploadDropProps extends UploadDropOptions, DropLook {}

/** A place for files: dropped, pasted or chosen, each becomes a title, or is for the one that is named. */
export function UploadDrop({ tag, role, providerId, onAdded, onRefused, ...look }: UploadDropProps) {
  const drop = useUploadDrop({ tag, role, providerId, onAdded, onRefused })
  const isVideoAlone = role !== undefined && role !== 'video'
  return (
    <UploadDropView
      accept={isVideoAlone ? '.mp4' : undefined}
      {...look}
      drop={drop}
      isSingle={tag !== undefined}
    />
  )
}

interface UploadDropViewProps extends DropLook {
  drop: UploadDropModel
  isSingle?: boolean
}

/** The same, of files that somebody else holds. */
export function UploadDropView(props: UploadDropViewProps) {
  const { drop, isSingle = false, heading, titleHref, slots = {}, classNames = {} } = props
  const { text } = useDropTexts()
  const { take, checking, refused, added, unreached } = drop
  const isFailed = refused.length > 0 || unreached.length > 0
  const ownId = useId()
  const id = props.id ?? ownId
  const instead = (files: readonly File[], isMore = false) => {
    // The button that was pressed goes.
    document.getElementById(id)?.focus()
    void take(files, { isMore })
  }
  const words = heading ?? text(isSingle ? 'ui.uploads.dropOne' : 'ui.uploads.dropMany')
  return (
    <div
      ref={props.rootRef}
      className={classes('kn-upload-panel', props.className)}
      {...partMarks('upload-drop', isFailed ? 'failed' : added.length > 0 ? 'ready' : 'empty')}
    >
      {fill(
        slots.drop,
        <FileDrop
          id={id}
          className={classNames.drop}
          look={props.look}
          disabled={props.disabled}
          accept={props.accept ?? '.mp4,.mp3,.aac,.m4a'}
          multiple={!isSingle}
          title={checking === undefined ? words : text('ui.checking', { name: checking })}
          hint={props.hint ?? text('ui.uploads.dropHint')}
          buttonLabel={text(isSingle ? 'ui.chooseFile' : 'ui.chooseFiles')}
          onFiles={files => void take(files)}
        />,
      )}
      {isFailed
        ? fill(slots.refused, <Refused drop={drop} onTake={instead} className={classNames.refused} />)
        : null}
      {added.length > 0
        ? fill(slots.added, <Added {...{ added, titleHref }} className={classNames.added} />)
        : null}
    </div>
  )
}

interface RefusedProps {
  drop: UploadDropModel
  onTake: (files: readonly File[], isMore?: boolean) => void
  className: string | undefined
}

/** What wasn't taken and why, with what can be uploaded in its place. */
function Refused({ drop, onTake, className }: RefusedProps) {
  const { text } = useDropTexts()
  const { unreached, refused, first } = drop
  return (
    <>
      {unreached.length > 0 ? (
        <Banner
          tone="negative"
          className={className}
          title={text('ui.server.title')}
          actions={
            <Button size="compact" onClick={() => onTake(unreached, true)}>
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
          className={className}
          title={text('ui.uploads.refused')}
          actions={
            first.length > 0 ? (
              <Button size="compact" onClick={() => onTake(first)}>
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
                  <Button size="compact" onClick={() => onTake([renamed], true)}>
                    {text('ui.uploads.uploadAs', { name: renamed.name })}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
    </>
  )
}

interface AddedProps extends Pick<DropLook, 'titleHref' | 'className'> {
  added: readonly AddedFile[]
}

function Added({ added, titleHref, className }: AddedProps) {
  const { text } = useDropTexts()
  const Link = useLink()
  return (
    <Banner tone="positive" className={className} title={text('ui.uploads.taken', { count: added.length })}>
      <ul className="kn-upload-refused">
        {added.map(({ name, tag }) => (
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
