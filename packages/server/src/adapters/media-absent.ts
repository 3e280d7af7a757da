import { MediaError, type MediaPort } from '../ports/media.ts'

const fail = async (): Promise<never> => {
  throw new MediaError('failed', 'there is no ffmpeg on this machine')
}

/** Stands in where no ffmpeg works: everything but processing goes on, and titles wait for it. */
export const absentMedia: MediaPort = {
  name: 'none',
  isAbsent: true,
  probe: fail,
  normalise: fail,
  ladder: fail,
  rendition: fail,
  cover: fail,
  picture: fail,
}
