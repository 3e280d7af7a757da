import { plainPng } from './plain-png.ts'
import type { TestApi } from './titles/support.ts'

/** Colours that a form takes. */
export const colours = { primaryColor: '#1F6FEB', secondaryColor: '#0B1F3A', accentColor: '#ffb000' }

const png = (width: number, height: number) => new File([plainPng(width, height)], 'picture.png')

/** An icon of one PNG picture. */
export function icon(): File {
  const picture = plainPng(16, 16)
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(16, 6)
  head.writeUInt8(16, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(22, 18)
  return new File([head, picture], 'favicon.ico')
}

type Asset = 'logo' | 'favicon' | 'mobileLogo' | 'splash' | 'icon'
const files: Record<Asset, () => File> = {
  logo: () => png(300, 192),
  favicon: icon,
  mobileLogo: () => png(654, 234),
  splash: () => png(900, 900),
  icon: () => png(1024, 1024),
}

/** Stores a picture that fits its rule; returns its address. */
export const store = async (api: TestApi, assetType: Asset): Promise<string> =>
  (await api.images.upload({ img: files[assetType](), assetType })).url

/** Both themes of a mobile site, the dark one with the pictures of the light one. */
export async function mobileSite(api: TestApi) {
  const logoUrl = await store(api, 'mobileLogo')
  const splashUrl = await store(api, 'splash')
  const appIconUrl = await store(api, 'icon')
  return {
    light: { logoUrl, splashUrl, appIconUrl, ...colours },
    dark: { logoUrl: null, splashUrl: null, appIconUrl: null, ...colours },
  }
}
