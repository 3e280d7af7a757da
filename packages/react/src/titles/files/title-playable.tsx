import { fill } from '../../ui/part.ts'
import type { TitlePlayerProps } from './title-player.tsx'
import {
  TitlePlayerFailure,
  TitlePlayerRoot,
  TitlePlayerStart,
  TitlePlayerVideo,
} from './title-player-parts.tsx'

/** A cover to press, then the video in its place. */
export function Playable({ slots = {}, classNames = {}, ...root }: TitlePlayerProps) {
  return (
    <TitlePlayerRoot {...root}>
      <TitlePlayerVideo className={classNames.video} />
      {fill(slots.start, <TitlePlayerStart className={classNames.start} />)}
      {fill(slots.failure, <TitlePlayerFailure className={classNames.failure} />)}
    </TitlePlayerRoot>
  )
}
