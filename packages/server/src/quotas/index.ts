export {
  assertRoomForDocument,
  assertRoomForImage,
  assertRoomForRestored,
  assertRoomForTitle,
  assertRoomForUpload,
  assertRoomOnDisk,
} from './check.ts'
