import { type AssetType, type Issue, images } from '@kinora/core'
import { type ImageKind, imageRules } from '@kinora/core/media'
import { useState } from 'react'
import { useFormTexts } from './form-texts.ts'
import { saidByCaller, useWrite } from './use-write.ts'

export interface Cropping {
  file: File
  /** What is wrong with its size. */
  problem: string
  /** Leaves it; what was wrong then stands at the field. */
  cancel(error?: unknown): void
}

export interface ImageUpload {
  /** While an image is checked and stored. */
  busy: boolean
  /** What was wrong with the last one. */
  error: string | undefined
  /** One whose size is wrong, of which a part may do. */
  cropping: Cropping | undefined
  /** Checks an image by its rule and stores it (API-24); its address, or undefined where something stood in the way. */
  take(file: File): Promise<string | undefined>
}

/** The way of an image into a draft; what breaks its rule (VAL-19 to VAL-25) never leaves the page. */
export function useImageUpload(rule: ImageKind, asset: AssetType): ImageUpload {
  const texts = useFormTexts()
  const [checking, setChecking] = useState(false)
  const [cropping, setCropping] = useState<Cropping>()
  const [refusal, setRefusal] = useState<string>()
  const upload = useWrite(images.upload, { invalidates: [], failure: saidByCaller })
  const take = async (file: File): Promise<string | undefined> => {
    setChecking(true)
    setRefusal(undefined)
    setCropping(undefined)
    try {
      const { checkImage, probeImage } = await import('@kinora/core/media')
      const bytes = new Uint8Array(await file.arrayBuffer())
      const [issue] = checkImage(rule, { name: file.name, bytes })
      if (issue !== undefined) {
        const problem = texts.issue(issue)
        const cancel = (error?: unknown) => {
          setCropping(undefined)
          setRefusal(error === undefined ? problem : texts.error(error))
        }
        if (isCroppable(rule, issue.code, probeImage(bytes).info)) setCropping({ file, problem, cancel })
        else setRefusal(problem)
        return undefined
      }
      const result = await upload.send({ img: file, AssetType: asset })
      if (result.kind === 'failed') setRefusal(texts.error(result.error))
      return result.kind === 'done' ? result.output.url : undefined
    } catch (error) {
      setRefusal(texts.error(error))
      return undefined
    } finally {
      setChecking(false)
    }
  }
  return { busy: checking || upload.pending, error: refusal, cropping, take }
}

/** A part never has to be enlarged, and its height alone is nothing to cut by. */
function isCroppable(
  kind: ImageKind,
  code: Issue['code'],
  size: { width: number; height: number } | undefined,
): boolean {
  const { check, width, height } = imageRules[kind]
  if (code !== 'validation.imageSize' || size === undefined || check === 'height') return false
  return check === 'ratio' || (size.width >= width && size.height >= height)
}
