// A short tone, in hertz.
export function sound(hertz) {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = hertz;
  volume.gain.value = 0.05;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.2);
  tone.addEventListener("ended", () => audio.close());
}
