import { BufferTarget, CanvasSource, Mp4OutputFormat, Output } from 'mediabunny'
import { page } from 'vitest/browser'

/** Drops files as a person does: on the place whose button begins with the name. */
export function drop(button: string, files: File[]): void {
  const zone = page
    .getByRole('button', { name: new RegExp(`^${button}`) })
    .first()
    .element()
    .closest('.kn-drop')
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  zone?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }))
}

/** A real image, all black. */
export async function image(
  width: number,
  height: number,
  type = 'image/jpeg',
  name = 'cover.jpg',
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type })], name, { type })
}

/** Pictures per second of a film. */
const RATE = 30

/** A real, very short film, made by the browser: its pictures stand at their times however long the making takes. */
export async function film(width: number, height: number, frames = 12): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const source = new CanvasSource(canvas, { codec: 'vp9', bitrate: 200_000 })
  output.addVideoTrack(source, { frameRate: RATE })
  await output.start()
  for (let frame = 0; frame < frames; frame++) {
    context.fillStyle = `hsl(${frame * 30} 80% 50%)`
    context.fillRect(0, 0, width, height)
    await source.add(frame / RATE, 1 / RATE)
  }
  await output.finalize()
  return new File([target.buffer!], 'Morning_Flow.mp4', { type: 'video/mp4' })
}
