import { titles } from '@kinora/core'
import { useId, useState } from 'react'
import { DraftImage } from '../../kernel/draft-image.tsx'
import { isFrozen, setFollower } from '../../kernel/form-fields.ts'
import { handledByCaller, useWrite } from '../../kernel/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Card } from '../../ui/form/split-form.tsx'
import { LazyMount } from '../../ui/lazy-mount.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { toDraft } from './title-draft.ts'
import { useDraftValue, useShown, useTitleEditorView } from './title-editor-context.tsx'
import { FieldOfTitle } from './title-field.tsx'

const TitleFrames = lazyPart(async () => ({ default: (await import('./title-frames.tsx')).TitleFrames }))

/** The cover: a frame of the video or an own JPG of 16:9 (TITLE-04, TITLE-12, TITLE-13). */
export function TitleCoverCard() {
  const { text } = useTitleEditorTexts()
  const cover = useCover()
  if (!useShown(coverControls)) return null
  return (
    <Card title={text('field.imageLink')}>
      <SourceField cover={cover} />
      <CoverImage cover={cover} />
      <Frames cover={cover} />
    </Card>
  )
}

function SourceField({ cover }: { cover: CoverWork }) {
  const { text } = useTitleEditorTexts()
  return (
    <FieldOfTitle name="thumbnailType" group>
      {({ value }) => (
        <RadioGroup
          orientation="horizontal"
          value={value}
          onChange={type => void cover.choose(type)}
          options={[
            {
              value: 'auto',
              label: text('ui.coverAuto'),
              help: text('ui.editor.coverAutoHelp'),
            },
            {
              value: 'custom',
              label: text('ui.editor.coverCustom'),
              help: text('ui.editor.coverCustomHelp'),
            },
          ]}
        />
      )}
    </FieldOfTitle>
  )
}

/** Whether a frame of the video can be taken: where both fields may be changed. */
function useCanTake(): boolean {
  const { title, fields } = useTitleEditorView()
  const type = useDraftValue('thumbnailType')
  if (fields?.thumbnailType !== undefined || fields?.imageLink !== undefined) return false
  return title !== undefined && title.streamingLink !== null && type === 'auto'
}

/** Shown when they are asked for: making them takes the server some seconds. */
function Frames({ cover }: { cover: CoverWork }) {
  const { text } = useTitleEditorTexts()
  const { title } = useTitleEditorView()
  const canTake = useCanTake()
  const [open, setOpen] = useState(false)
  const id = useId()
  if (title === undefined || !canTake) return null
  return (
    <div className="kn-frames-part">
      <Button
        variant="quiet"
        size="compact"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {text('ui.editor.frames')}
      </Button>
      <div id={id} hidden={!open}>
        <LazyMount when={open}>
          <TitleFrames tag={title.tag} cover={cover} />
        </LazyMount>
      </div>
    </div>
  )
}

function CoverImage({ cover }: { cover: CoverWork }) {
  const editor = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const canTake = useCanTake()
  const name = useDraftValue('className')
  return (
    <DraftImage
      draft={editor}
      name="imageLink"
      alt={text('ui.editor.coverAlt', { name: name || text('ui.titles.untitled') })}
      className="kn-field-bare"
      kind="titleCover"
      asset="cover"
      busy={cover.taking ? text('ui.editor.coverTaking') : undefined}
      error={cover.error}
      onStored={() => setFollower(editor, 'thumbnailType', 'custom')}
    >
      {canTake ? (
        <Button
          variant="quiet"
          size="compact"
          loading={cover.taking}
          onClick={() => void cover.choose('auto')}
        >
          {text('ui.editor.coverTake')}
        </Button>
      ) : null}
    </DraftImage>
  )
}

export interface CoverWork {
  /** While a frame of the video is fetched. */
  taking: boolean
  error: string | undefined
  /** TITLE-12, TITLE-13: from the video now where it is processed, later where it isn't yet; the frame of `second` where it is given. */
  choose(type: 'auto' | 'custom', second?: number): Promise<void>
}

/** Where the cover comes from: an own image, or a frame of the video. */
function useCover(): CoverWork {
  const { form, fields, title, source, settle } = useTitleEditorView()
  const texts = useTitleEditorTexts()
  const frame = useWrite(titles.updateThumbnailType, { invalidates: [], failure: handledByCaller })
  const choose: CoverWork['choose'] = async (type, second) => {
    if (frame.isPending) return
    // Taking a frame changes the image too.
    const isLater = title === undefined || title.streamingLink === null || isFrozen(fields, 'imageLink')
    if (isLater || type === 'custom') return form.setValue('thumbnailType', type)
    const result = await frame.send({
      tag: title.tag,
      thumbnailType: type,
      ...(second !== undefined && { second }),
    })
    if (result.kind !== 'done') return
    const fresh = { ...title, thumbnailType: type, imageLink: result.output.imageLink }
    const { thumbnailType, imageLink } = form.getValues()
    settle({ values: toDraft(fresh) }, { ...toDraft(title), thumbnailType, imageLink })
    await source.put(fresh)
    // The answer names no version.
    await source.refresh().catch(() => undefined)
  }
  return {
    taking: frame.isPending,
    error: frame.error === null ? undefined : texts.error(frame.error),
    choose,
  }
}

/** Each of these alone. */
export const coverControls = {
  thumbnailType: () => <SourceField cover={useCover()} />,
  imageLink: () => <CoverImage cover={useCover()} />,
}
