use super::*;
use crate::model::testing::TinyModel;

fn refusal(change: impl FnOnce(&TinyModel)) -> String {
    let model = TinyModel::new();
    change(&model);
    Settings::read(&model.path()).unwrap_err().to_string()
}

fn read(change: impl FnOnce(&TinyModel)) -> Settings {
    let model = TinyModel::new();
    change(&model);
    Settings::read(&model.path()).unwrap()
}

#[test]
fn a_whole_folder_is_read() {
    let settings = read(|_| ());
    assert_eq!((settings.pooling, settings.max_tokens), (Pooling::Mean, 8));
    let bert = settings.bert;
    assert_eq!((bert.hidden_size, bert.layers, bert.heads, bert.intermediate_size), (4, 1, 2, 8));
    assert_eq!((bert.max_position_embeddings, bert.type_vocab_size, bert.vocab_size), (16, 2, 5));
    assert_eq!(settings.files.sorted().len(), 6);
}

#[test]
fn cls_pooling_is_read_in_both_spellings() {
    let old = read(|model| model.replace("1_Pooling/config.json", "mean_tokens", "cls_token"));
    let new = read(|model| model.write("1_Pooling/config.json", r#"{"pooling_mode": "cls"}"#));
    assert_eq!((old.pooling, new.pooling), (Pooling::Cls, Pooling::Cls));
}

#[test]
fn the_token_limit_is_the_smaller_of_the_two() {
    let by_positions = read(|model| model.replace("sentence_bert_config.json", "8", "512"));
    let by_tokenizer = read(|model| {
        std::fs::remove_file(model.path().join("sentence_bert_config.json")).unwrap();
        model.write("tokenizer_config.json", r#"{"model_max_length": 12}"#);
    });
    let by_nothing = read(|model| model.write("sentence_bert_config.json", "{}"));
    let unlimited = read(|model| {
        model.write("sentence_bert_config.json", "{}");
        model.write("tokenizer_config.json", r#"{"model_max_length": 1000000000000000019884624838656}"#);
    });
    assert_eq!((by_positions.max_tokens, by_tokenizer.max_tokens), (16, 12));
    assert_eq!((by_nothing.max_tokens, unlimited.max_tokens), (16, 16));
}

#[test]
fn another_architecture_or_activation_is_refused_by_name() {
    let architecture = refusal(|model| model.write("config.json", r#"{"model_type": "mpnet"}"#));
    assert!(architecture.contains("config.json: model_type = \"mpnet\" is not supported"), "{architecture}");
    let activation = refusal(|model| model.replace("config.json", r#""gelu""#, r#""gelu_new""#));
    assert!(activation.contains("hidden_act = \"gelu_new\""), "{activation}");
}

#[test]
fn another_pooling_is_refused_by_name() {
    let max = refusal(|model| model.replace("1_Pooling/config.json", "mean_tokens", "max_tokens"));
    assert!(max.contains("the pooling max"), "{max}");
    let weighted =
        refusal(|model| model.replace("1_Pooling/config.json", "mean_tokens", "weightedmean_tokens"));
    assert!(weighted.contains("the pooling weightedmean"), "{weighted}");
    let two = refusal(|model| model.write("1_Pooling/config.json", r#"{"pooling_mode": "mean+cls"}"#));
    assert!(two.contains("mean with cls"), "{two}");
    let none = refusal(|model| model.write("1_Pooling/config.json", "{}"));
    assert!(none.contains("without a mode"), "{none}");
}

#[test]
fn further_modules_and_prompts_are_refused_by_name() {
    let dense = refusal(|model| model.replace("modules.json", "models.Normalize", "models.Dense"));
    assert!(dense.contains("the module Dense"), "{dense}");
    let prompt = refusal(|model| {
        model.write(
            "config_sentence_transformers.json",
            r#"{"prompts": {"document": "", "query": "query: "}}"#,
        );
    });
    assert!(prompt.contains("the prompt \"query\""), "{prompt}");
    let outside = refusal(|model| model.replace("modules.json", "1_Pooling\"", "../elsewhere\""));
    assert!(outside.contains("leaves the model's folder"), "{outside}");
}

#[test]
fn lower_casing_must_be_the_tokenizers_own() {
    let lower = |model: &TinyModel| model.replace("sentence_bert_config.json", "false", "true");
    let refused = refusal(lower);
    assert!(refused.contains("do_lower_case"), "{refused}");
    read(|model| {
        lower(model);
        model.write("tokenizer.json", r#"{"normalizer": {"lowercase": true}}"#);
    });
}

#[test]
fn missing_and_broken_files_are_named() {
    for file in
        ["modules.json", "config.json", "tokenizer.json", "model.safetensors", "1_Pooling/config.json"]
    {
        let message = refusal(|model| std::fs::remove_file(model.path().join(file)).unwrap());
        assert!(message.contains(&format!("{file}: missing")), "{message}");
    }
    for file in ["modules.json", "config.json", "1_Pooling/config.json", "sentence_bert_config.json"] {
        let message = refusal(|model| model.write(file, "{\"cut"));
        assert!(message.contains(&format!("{file}: ")) && message.contains("damaged"), "{message}");
    }
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    let heads = refusal(|model| {
        model.replace("config.json", r#""num_attention_heads": 2"#, r#""num_attention_heads": 3"#);
    });
    assert!(heads.contains("not a multiple"), "{heads}");
    let zero = refusal(|model| {
        model.replace("config.json", r#""num_attention_heads": 2"#, r#""num_attention_heads": 0"#);
    });
    assert!(zero.contains("num_attention_heads is 0"), "{zero}");
    let short = refusal(|model| model.replace("sentence_bert_config.json", "8", "2"));
    assert!(short.contains("at least 3"), "{short}");
    let width = refusal(|model| model.replace("1_Pooling/config.json", "4", "5"));
    assert!(width.contains("hidden_size in config.json is 4"), "{width}");
}

#[test]
fn truncated_weights_and_other_formats_are_refused() {
    let cut = refusal(|model| {
        let path = model.path().join("model.safetensors");
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(path, &bytes[..bytes.len() - 1]).unwrap();
    });
    assert!(cut.contains("its header says"), "{cut}");
    let empty = refusal(|model| model.write("model.safetensors", ""));
    assert!(empty.contains("no safetensors header"), "{empty}");
    let torch = refusal(|model| {
        std::fs::remove_file(model.path().join("model.safetensors")).unwrap();
        model.write("pytorch_model.bin", "x");
    });
    assert!(torch.contains("pytorch_model.bin"), "{torch}");
}
