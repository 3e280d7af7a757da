import { useEffect, useState } from 'react'
import { StoryKinora } from '../testing/stories.tsx'
import { ImageCrop } from './image-crop.tsx'

export default { title: 'Form/ImageCrop' }

/** A picture that is too wide for its rule. */
function Crop({ kind }: { kind: 'titleCover' | 'channelProfile' }) {
  const [file, setFile] = useState<File>()
  useEffect(() => {
    const canvas = new OffscreenCanvas(1600, 600)
    const context = canvas.getContext('2d')!
    for (const at of [0, 1, 2, 3]) {
      context.fillStyle = ['#1f4fd8', '#0f766e', '#b45309', '#7e22ce'][at]!
      context.fillRect(at * 400, 0, 400, 600)
    }
    void canvas.convertToBlob({ type: 'image/jpeg' }).then(blob => setFile(new File([blob], 'wide.jpg')))
  }, [])
  const cropping = file && {
    file,
    problem: 'The aspect ratio of image must be 16:9',
    cancel: () => undefined,
  }
  return cropping === undefined ? null : (
    <ImageCrop {...{ kind, cropping }} onCropped={() => Promise.resolve(true)} onDone={() => undefined} />
  )
}

const story = (kind: 'titleCover' | 'channelProfile') => (
  <StoryKinora>
    <Crop kind={kind} />
  </StoryKinora>
)

export const Cover = { render: () => story('titleCover') }
export const Square = { render: () => story('channelProfile') }
