import { type AssetType, images } from '@kinora/core'
import type { ImageKind } from '@kinora/core/media'
import { useState } from 'react'
import { useFormTexts } from './form-texts.ts'
import { saidByCaller, useWrite } from './use-write.ts'

export interface ImageUpload {
  /** While an image is checked and stored. */
  busy: boolean
  /** What was wrong with the last one. */
  error: string | undefined
  /** Checks an image by its rule and stores it (API-24); its address, or undefined where something stood in the way. */
  take(file: File): Promise<string | undefined>
}

/** The way of an image into a draft; what breaks its rule (VAL-19 to VAL-25) never leaves the page. */
export function useImageUpload(rule: ImageKind, asset: AssetType): ImageUpload {
  const texts = useFormTexts()
  const [checking, setChecking] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const upload = useWrite(images.upload, { invalidates: [], failure: saidByCaller })
  const take = async (file: File): Promise<string | undefined> => {
    setChecking(true)
    setRefusal(undefined)
    try {
      const { checkImage } = await import('@kinora/core/media')
      const bytes = new Uint8Array(await file.arrayBuffer())
      const [issue] = checkImage(rule, { name: file.name, bytes })
      if (issue !== undefined) {
        setRefusal(texts.issue(issue))
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
  return { busy: checking || upload.pending, error: refusal, take }
}
