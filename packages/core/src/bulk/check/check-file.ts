import { IMAGE_MAX_SIZE } from '../../images/index.ts'
import { MEGABYTE } from '../../kernel/formats.ts'
import { type CheckFile, checkCaptionFile } from './assets.ts'

/** UPLOAD-26, VAL-T1: the rules that the portal's forms and the server ask, asked of a local file. */
export const checkFile: CheckFile = async (file, rule) => {
  if (rule === 'captions') return checkCaptionFile(file)
  const { checkImage, checkMediaFile } = await import('../../media/index.ts')
  if (rule !== 'cover') return (await checkMediaFile(rule, file)).issues
  if (file.size > IMAGE_MAX_SIZE) {
    const params = { max: Math.floor(IMAGE_MAX_SIZE / MEGABYTE) }
    return [{ path: 'cover', code: 'validation.imageTooLarge', params }]
  }
  return checkImage('titleCover', { name: file.name, bytes: new Uint8Array(await file.blob.arrayBuffer()) })
}
