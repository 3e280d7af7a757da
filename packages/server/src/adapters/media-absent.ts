import { MediaError, type MediaPort } from '../ports/media.ts'

const fail = async (): Promise<never> => {
  throw new MediaError('failed', 'there is neither an ffmpeg on the PATH nor the libraries from npm')
}

/** Stands in where no media program works: everything but processing goes on. */
export const absentMedia: MediaPort = {
  name: 'none',
  probe: fail,
  normalise: fail,
  ladder: fail,
  rendition: fail,
  cover: fail,
  picture: fail,
}
