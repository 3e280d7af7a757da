import { type Output, titles } from '@kinora/core'
import { useState } from 'react'
import { LoadFailed } from '../../kernel/load-failed.tsx'
import { useKinora } from '../../kernel/provider.tsx'
import { useRead } from '../../kernel/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { Thumbnail } from '../../ui/table/title-cell.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { toLength } from '../length.ts'
import type { CoverWork } from './title-cover-card.tsx'

/** TITLE-13: a strip of frames of the video; the one that is pressed becomes the cover. */
export function TitleFrames({ tag, cover }: { tag: string; cover: CoverWork }) {
  const { text } = useTitleEditorTexts()
  const read = useRead(titles.frames, { tag })
  if (read.isError) return <LoadFailed error={read.error} onRetry={() => void read.refetch()} />
  const frames = read.data?.frames
  return (
    <>
      <VisuallyHidden role="status">
        {text(frames === undefined ? 'ui.editor.coverTaking' : 'ui.editor.framesOf')}
      </VisuallyHidden>
      {frames === undefined ? (
        <div className="kn-frames">
          {places.map(place => (
            <Skeleton key={place} className="kn-frame" height="auto" />
          ))}
        </div>
      ) : (
        <Strip frames={frames} cover={cover} />
      )}
    </>
  )
}

function Strip({ frames, cover }: { frames: readonly TitleFrame[]; cover: CoverWork }) {
  const { text } = useTitleEditorTexts()
  const { baseUrl } = useKinora()
  const [chosen, setChosen] = useState<number>()
  return (
    <ul className="kn-frames" aria-label={text('ui.editor.framesOf')}>
      {frames.map(({ second, imageLink }) => (
        <li key={second}>
          <Button
            variant="quiet"
            className="kn-frame"
            aria-label={text('ui.editor.frameAt', { time: toClock(second) })}
            aria-pressed={chosen === second}
            aria-disabled={cover.taking || undefined}
            onClick={() => {
              if (cover.taking) return
              setChosen(second)
              void cover.choose('auto', second)
            }}
          >
            <Thumbnail src={baseUrl + imageLink} corner={toClock(second)} />
          </Button>
        </li>
      ))}
    </ul>
  )
}

type TitleFrame = Output<typeof titles.frames>['frames'][number]

const places = [1, 2, 3, 4, 5, 6, 7, 8]

/** `1:02:03`, `2:03`, with tenths in a video of seconds. */
const toClock = (second: number): string =>
  second < 60 ? `0:${(Math.floor(second * 10) / 10).toFixed(1).padStart(4, '0')}` : toLength(second)
